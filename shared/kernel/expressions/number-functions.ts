/** Functions on numbers and money. */
import type { Decimal } from 'decimal.js';
import { decimalsOf } from '../base/currencies.ts';
import { truncate } from '../base/text.ts';
import { ExpressionError } from './expression-error.ts';
import { type Arguments, described, type ExpressionFunction, type Spend } from './function-spec.ts';
import { Exact, exact, finite, isNumber, orderOf } from './values.ts';

const maxDigits = 20;

/** Former currencies and metals, too. */
let currencies: ReadonlySet<string> | undefined;

/** Decimal places of a currency, as ISO 4217 gives them. */
function currencyDigits(code: string): number {
  const currency = code.toUpperCase();
  const decimals = decimalsOf(currency);
  if (decimals !== undefined) return decimals;
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  if (!currencies.has(currency))
    throw new ExpressionError(`"${truncate(code, 20)}" is not a currency, such as EUR`);
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Decimal places: a number, or those of a currency. */
function digitsOf(args: Arguments, index: number): number {
  if (typeof args.any(index) === 'string') return currencyDigits(args.text(index));
  const digits = args.integer(index, 0);
  if (digits < 0 || digits > maxDigits) throw new ExpressionError(`digits must be from 0 to ${maxDigits}`);
  return digits;
}

const numbersOf = (args: Arguments): Decimal[] =>
  args.spread().map((value) => {
    if (!isNumber(value))
      throw new ExpressionError(`needs numbers, and one of the values is ${described(value)}`);
    return exact(value);
  });

const sumOf = (numbers: readonly Decimal[]): Decimal =>
  numbers.reduce((sum, number) => sum.plus(number), new Exact(0));

function extreme(args: Arguments, sign: 1 | -1, spend: Spend): unknown {
  const values = args.spread();
  spend(values.length);
  if (values.length === 0) return null;
  return values.reduce((best, value) => {
    const order = orderOf(value, best, spend);
    if (order === undefined) throw new ExpressionError('needs numbers, texts or times of one type');
    return order * sign > 0 ? value : best;
  });
}

function median(args: Arguments): Decimal | null {
  const numbers = numbersOf(args).sort((one, other) => one.comparedTo(other));
  const middle = Math.floor(numbers.length / 2);
  const upper = numbers[middle];
  if (upper === undefined) return null;
  const lower = numbers.length % 2 === 0 ? (numbers[middle - 1] ?? upper) : upper;
  return lower.plus(upper).dividedBy(2);
}

/** The number that occurs most often, the first one of several. */
function mode(args: Arguments): Decimal | null {
  const counts = new Map<string, { number: Decimal; count: number }>();
  for (const number of numbersOf(args)) {
    const key = number.toString();
    counts.set(key, { number, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const found = [...counts.values()];
  const most = found.reduce((max, { count }) => Math.max(max, count), 0);
  return found.find(({ count }) => count === most)?.number ?? null;
}

/** Number of a text or boolean; undefined for other values. */
function parsed(value: unknown): Decimal | undefined {
  if (isNumber(value)) return exact(value);
  if (typeof value === 'boolean') return new Exact(Number(value));
  if (
    typeof value !== 'string' ||
    !/^\s*[-+]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[-+]?\d{1,3})?\s*$/i.test(value)
  )
    return undefined;
  return new Exact(value.trim());
}

function toNumber(args: Arguments): Decimal {
  const number = parsed(args.any(0));
  if (number === undefined) throw new ExpressionError(`${described(args.any(0))} is not a number`);
  return number;
}

export const numberFunctions = {
  round: {
    parameters: ['number', 'digits or currency?'],
    description: 'Rounds to decimal places, 0 by default, or to those of a currency; halves away from zero.',
    example: ['round(2.345, 2)', 2.35],
    run: (args) => args.number(0).toDecimalPlaces(digitsOf(args, 1), Exact.ROUND_HALF_UP),
  },
  money: {
    parameters: ['amount', 'currency'],
    description: 'Rounds an amount to the decimal places of its currency: 2 for EUR, 0 for JPY, 3 for KWD.',
    example: ['money(19.99 * 0.23, "EUR")', 4.6],
    run: (args) => args.number(0).toDecimalPlaces(currencyDigits(args.text(1)), Exact.ROUND_HALF_UP),
  },
  fixed: {
    parameters: ['number', 'digits or currency'],
    description: 'The text of a number with exactly these decimal places.',
    example: ['fixed(4.6, "EUR")', '4.60'],
    run: (args) => {
      const digits = digitsOf(args, 1);
      // Rounded before it becomes a text: minus zero is zero.
      return args.number(0).toDecimalPlaces(digits, Exact.ROUND_HALF_UP).toFixed(digits);
    },
  },
  trunc: {
    parameters: ['number', 'digits?'],
    description: 'Cuts off the further decimal places.',
    example: ['trunc(-7.99, 1)', -7.9],
    run: (args) => args.number(0).toDecimalPlaces(digitsOf(args, 1), Exact.ROUND_DOWN),
  },
  floor: {
    parameters: ['number'],
    description: 'The next whole number below.',
    example: ['floor(-1.5)', -2],
    run: (args) => args.number(0).floor(),
  },
  ceil: {
    parameters: ['number'],
    description: 'The next whole number above.',
    example: ['ceil(1.2)', 2],
    run: (args) => args.number(0).ceil(),
  },
  abs: {
    parameters: ['number'],
    description: 'The number without its sign.',
    example: ['abs(-5)', 5],
    run: (args) => args.number(0).abs(),
  },
  pow: {
    parameters: ['number', 'exponent'],
    description: 'The power of a number; exponents from -1000 to 1000.',
    example: ['pow(1.05, 2)', 1.1025],
    run: (args, spend) => {
      const exponent = args.number(1);
      if (exponent.abs().greaterThan(1_000))
        throw new ExpressionError('the exponent must be from -1000 to 1000');
      spend(exponent.isInteger() ? 10 : 200);
      return finite(args.number(0).pow(exponent));
    },
  },
  sqrt: {
    parameters: ['number'],
    description: 'The square root.',
    example: ['sqrt(6.25)', 2.5],
    run: (args, spend) => {
      spend(10);
      return finite(args.number(0).sqrt());
    },
  },
  min: {
    parameters: ['values or list', '…'],
    description: 'The least of values or of a list; null for an empty list.',
    example: ['min(3, 5)', 3],
    run: (args, spend) => extreme(args, -1, spend),
  },
  max: {
    parameters: ['values or list', '…'],
    description: 'The greatest of values or of a list; null for an empty list.',
    example: ['max([1, 7, 5])', 7],
    run: (args, spend) => extreme(args, 1, spend),
  },
  sum: {
    parameters: ['numbers or list', '…'],
    description: 'The sum; 0 for an empty list.',
    example: ['sum([0.1, 0.2])', 0.3],
    run: (args, spend) => {
      spend(args.spread().length);
      return finite(sumOf(numbersOf(args)));
    },
  },
  avg: {
    parameters: ['numbers or list', '…'],
    description: 'The average; null for an empty list.',
    example: ['avg([10, 20, 45])', 25],
    run: (args, spend) => {
      const numbers = numbersOf(args);
      spend(numbers.length);
      return numbers.length === 0 ? null : sumOf(numbers).dividedBy(numbers.length);
    },
  },
  median: {
    parameters: ['numbers or list', '…'],
    description: 'The middle number, or the average of the two in the middle; null for an empty list.',
    example: ['median([4, 2, 7, 5, 3])', 4],
    run: (args, spend) => {
      spend(args.spread().length * 10);
      return median(args);
    },
  },
  mode: {
    parameters: ['numbers or list', '…'],
    description: 'The number that occurs most often, the first of several; null for an empty list.',
    example: ['mode([1, 4, 2, 4])', 4],
    run: (args, spend) => {
      spend(args.spread().length * 10);
      return mode(args);
    },
  },
  number: {
    parameters: ['value'],
    description: 'Converts a text or boolean to a number; also `double`.',
    example: ['number("12.30")', 12.3],
    run: toNumber,
  },
  double: {
    parameters: ['value'],
    description: 'The same as `number`.',
    example: ['double("0.1")', 0.1],
    run: toNumber,
  },
  int: {
    parameters: ['value'],
    description: 'Converts to a number and cuts off its decimal places; of a time, the seconds since 1970.',
    example: ['int("42.9")', 42],
    run: (args) => {
      const value = args.any(0);
      return value instanceof Date ? Math.floor(value.getTime() / 1_000) : toNumber(args).trunc();
    },
  },
  isNumber: {
    parameters: ['value'],
    description: 'Whether a value is a number or the text of one.',
    example: ['isNumber("12.3")', true],
    run: (args) => typeof args.any(0) !== 'boolean' && parsed(args.any(0)) !== undefined,
  },
} satisfies Record<string, ExpressionFunction>;
