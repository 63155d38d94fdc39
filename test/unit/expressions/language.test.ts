import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { resolver } from '../../../shared/kernel/conditions/resolver.ts';
import { loadExpressions } from '../../../shared/kernel/expressions/engine.ts';
import { compileExpression, evaluateExpression } from '../../../shared/kernel/expressions/expression.ts';
import { functionGroups } from '../../../shared/kernel/expressions/functions.ts';
import { functionTables } from '../../../shared/kernel/expressions/language.ts';

const nowMs = Date.parse('2026-11-28T12:00:00Z');
const order = {
  total: 100,
  discount: 0.1,
  customer: { name: 'Åse', country: 'NO', tags: ['vip', 'eu'] },
  lines: [
    { sku: 'A-1', qty: 2, price: 19.99 },
    { sku: 'B-2', qty: 1, price: 5 },
  ],
  paidAt: '2026-10-25T00:30:00Z',
  note: null,
};
const evaluate = (text: string, data: unknown = order) =>
  evaluateExpression(text, { resolve: resolver(nowMs, data) });

function problem(text: string): string {
  try {
    return `no problem: ${String(evaluate(text))}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

beforeAll(loadExpressions);

describe('functions', () => {
  const examples = Object.values(functionGroups).flatMap((group) => Object.values(group));
  test.each(examples.map(({ example }) => example))('%s', (expression, result) => {
    expect(evaluate(expression)).toEqual(result);
  });

  test('the page of the language has their table', () => {
    expect(readFileSync('shared/kernel/expressions/README.md', 'utf8')).toContain(functionTables());
  });
});

test.each([
  ['0.1 + 0.2 == 0.3', true],
  ['1.1 * 1.1', 1.21],
  ['0.3 / 0.1', 3],
  ['5 / 2', 2.5],
  ['10 / 3', 3.3333333333333335],
  ['7 % 3', 1],
  ['9007199254740993 + 0', 9007199254740993n],
  ['9007199254740993 == 9007199254740992', false],
  ['string(0.1 + 0.2)', '0.3'],
  ['string(1e21)', '1000000000000000000000'],
  ['-total', -100],
  ['money(total * discount / 3, "EUR")', 3.33],
  ['money(total * 1.005, "JPY")', 101],
  ['[fixed(4.6, "COP"), fixed(4.6, "huf"), fixed(1.2345, "IQD")]', ['4.60', '4.60', '1.235']],
  ['customer.name + ", " + customer.country', 'Åse, NO'],
  ['lines.map(l, l.qty * l.price).sum()', 44.98],
  ['lines.filter(l, l.qty > 1).map(l, l.sku)', ['A-1']],
  ['lines.map(l, l.qty > 1, l.sku)', ['A-1']],
  ['lines.exists(l, l.price > 10)', true],
  ['lines.all(l, l.price > 10)', false],
  ['lines.exists_one(l, l.price > 10)', true],
  ['lines[0].sku', 'A-1'],
  ['lines[size(lines) - 1].sku', 'B-2'],
  ['lines.length', 2],
  ['lines[5].sku', null],
  ['customer["name"]', 'Åse'],
  ['"vip" in customer.tags', true],
  ['"name" in customer', true],
  ['total > 50 ? "large" : "small"', 'large'],
  ['missing == null', true],
  ['note == null', true],
  ['missing.part.of == null', true],
  ['has(customer.name) && !has(customer.age)', true],
  ['coalesce(customer.nick, customer.name)', 'Åse'],
  ['coalesce(total, number(note))', 100],
  ['true || missing > 1', true],
  ['missing > 1 || true', true],
  ['[1, 2, 3].all(e, 6 / (2 - e) == 6)', false],
  ['[{"price": 0}, {}, {"price": 20}].exists(l, l.price > 10)', true],
  ['[{}, {"price": 0}].all(l, l.price > 10)', false],
  ['timestamp(paidAt) + duration("1h")', '2026-10-25T01:30:00.000Z'],
  ['getHours(paidAt, "Europe/Oslo")', 2],
  ['timestamp("2026-01-02") - timestamp("2026-01-01") == duration("24h")', true],
  ['timestamp(now) > timestamp("2026-01-01")', true],
  ['timestamp(int(timestamp("2026-01-02T00:00:01.5Z")))', '2026-01-02T00:00:01.000Z'],
  ['"2026-01-01T02:00:00+02:00" < "2026-01-01T01:00:00Z"', true],
  ['max("2026-01-01T02:00:00+02:00", "2026-01-01T01:00:00Z")', '2026-01-01T01:00:00Z'],
  ['"2026-02-30" > "2026-02-28T10:00:00Z"', true],
  ['timestamp("2026-03-29 02:30", "Europe/Oslo")', '2026-03-29T01:30:00.000Z'],
  ['timestamp("2026-01-01T10:00:00+05:00", "Europe/Oslo")', '2026-01-01T05:00:00.000Z'],
  // The day on which the clock is put forward has 23 hours.
  ['diff("2026-03-29T22:00:00Z", "2026-03-28T23:00:00Z", "day", "Europe/Oslo")', 1],
  ['diff("2026-03-29T22:00:00Z", "2026-03-28T23:00:00Z", "hour")', 23],
  ['diff("2026-10-25T01:10:00Z", "2026-10-25T00:20:00Z", "day", "Europe/Oslo")', 0],
  // The second 02:30 of the day, and its hour and minute.
  ['startOf("2026-10-25T01:30:30Z", "hour", "Europe/Oslo")', '2026-10-25T01:00:00.000Z'],
  ['startOf("2026-10-25T01:30:30Z", "minute", "Europe/Oslo")', '2026-10-25T01:30:00.000Z'],
  ['endOf("2026-10-25T01:30:30.500Z", "second", "Europe/Oslo")', '2026-10-25T01:30:30.999Z'],
  ['endOf("2026-10-25T00:30:30Z", "hour", "Europe/Oslo")', '2026-10-25T00:59:59.999Z'],
  ['startOf("2026-10-25T01:30:30Z", "hour", "Asia/Kolkata")', '2026-10-25T01:30:00.000Z'],
  // The clock goes back from 2:00 to 1:30, and forward from 2:00 to 2:30, and from 2:45 to 3:45.
  ['startOf("2026-04-04T15:15:00Z", "hour", "Australia/Lord_Howe")', '2026-04-04T15:00:00.000Z'],
  ['endOf("2026-04-04T14:45:00Z", "hour", "Australia/Lord_Howe")', '2026-04-04T14:59:59.999Z'],
  ['startOf("2026-09-26T14:10:00Z", "hour", "Pacific/Chatham")', '2026-09-26T14:00:00.000Z'],
  ['endOf("2026-09-26T13:50:00Z", "hour", "Pacific/Chatham")', '2026-09-26T13:59:59.999Z'],
  ['startOf("2026-10-03T15:45:00Z", "hour", "Australia/Lord_Howe")', '2026-10-03T15:30:00.000Z'],
  ['endOf("2026-10-03T15:15:00Z", "hour", "Australia/Lord_Howe")', '2026-10-03T15:29:59.999Z'],
  ['endOf("9999-06-01", "year", "Europe/Oslo")', '9999-12-31T22:59:59.999Z'],
  ['startOf("1969-12-31T23:59:59.999Z", "minute")', '1969-12-31T23:59:00.000Z'],
  ['addDays("2026-10-25T01:30:00Z", 0, "Europe/Oslo")', '2026-10-25T01:30:00.000Z'],
  ['addMonths("2026-10-25T01:30:00Z", 0, "Europe/Oslo")', '2026-10-25T01:30:00.000Z'],
  ['getHours("2026-11-28T10:00:00Z", "+05:30")', 15],
  ['getHours("2026-11-28T10:00:00Z", "europe/oslo")', 11],
  ['diff("2026-02-28", "2026-01-31", "month")', 1],
  ['diff("2026-01-30", "2026-03-01", "month")', -1],
  ['diff("2026-01-01", "2026-01-01T00:00:00.001Z", "day")', 0],
  [
    'format(paidAt, "%F %T.%L %z %j %u %V %I%p %s %y%%", "Europe/Oslo")',
    '2026-10-25 02:30:00.000 +0200 298 7 43 02AM 1792888200 26%',
  ],
  ['format("2026-01-05", "%a %b %e%:z", "America/St_Johns")', 'Sun Jan  4-03:30'],
  ['isTime(paidAt) && isTime(timestamp(now)) && !isTime(note) && !isTime(total)', true],
  ['dateText(today)', '2026-11-28'],
  ['dateText(addDays(today, 30))', '2026-12-28'],
  ['cel.bind(net, total * 0.8, net + net * 0.25)', 100],
  ['{"a": 1, "b": [total]}', { a: 1, b: [100] }],
  ['[1, 2] + [3]', [1, 2, 3]],
  ['[1, 2.0] == [1.0, 2]', true],
  ['type(total)', 'number'],
  ['constructor == null', true],
  ['"a😀b".split("")', ['a', '😀', 'b']],
  ['"😀" > "｡" && "\\ue000" < "😀" && "a" < "ab"', true],
  ['["😀", "｡", "a", "ab", ""].sort()', ['', 'a', 'ab', '｡', '😀']],
  ['max("😀", "｡")', '😀'],
  ['fixed(-0.001, 2)', '0.00'],
  ['"😀".padStart(3, "0")', '00😀'],
  ['"7".padStart(4, "ab")', 'aba7'],
  ['"7".padStart(4, "")', '7'],
  ['[bool(1), bool("F"), bool(true)]', [true, false, true]],
  ['customer.__proto__ == null', true],
])('%s', (expression, result) => {
  expect(evaluate(expression)).toEqual(result);
});

test.each([
  ['totl * 2', 'totl has no value'],
  ['addDays(customer.since, 14)', 'customer.since has no value'],
  ['max(total, customer.since)', 'customer.since has no value'],
  ['"gold" in customer.tiers', 'customer.tiers has no value'],
  ['total + "1"', '+ cannot combine a number and the text "1"; convert with string() or number()'],
  ['total / 0', 'division by zero'],
  ['[1, 2].all(e, e / 0 > 1)', 'division by zero'],
  ['[{}, {"price": 0}].exists(l, l.price > 10)', '> cannot combine null and a number'],
  ['[2, 2, 0].exists_one(n, 2 / n == 1)', 'division by zero'],
  ['lines.rond()', 'there is no function rond'],
  ['round()', 'round takes another number of values than 0'],
  ['money(1, "XXY")', '"XXY" is not a currency, such as EUR'],
  ['total ? 1 : 2', 'the condition of ?: needs true or false, not a number (total)'],
  ['getHours(paidAt, "Mars/Olympus")', '"Mars/Olympus" is not a time zone, such as Europe/Oslo'],
  // JavaScript reads it as the zone of Dhaka.
  ['getHours(paidAt, "BST")', '"BST" is not a time zone, such as Europe/Oslo'],
  ['getHours(paidAt, "+99:00")', '"+99:00" is not a time zone, such as Europe/Oslo'],
  [
    'diff(now, now, "decade")',
    'the unit must be one of year, quarter, month, week, day, hour, minute, second',
  ],
  [
    'format(now, "%Q")',
    '%Q is none of %Y %y %m %B %b %d %e %j %A %a %u %V %H %I %p %M %S %L %z %:z %F %T %s %%',
  ],
  ['"a".matches("(a+)+$")', 'the pattern repeats a group that has a repetition inside'],
  ['sqrt(-1)', 'the result is not a number'],
  ['addMonths(now, 4000000, "Europe/Oslo")', 'the time is outside the years 0 to 9999'],
  ['sum(["x"])', 'needs numbers, and one of the values is the text "x"'],
  ['number("x")', 'the text "x" is not a number'],
  // Half of an emoji is no valid text.
  ['😀', 'unexpected character: \uFFFD'],
  [`number("a${'😀'.repeat(30)}")`, `the text "a${'😀'.repeat(19)}…" is not a number`],
  ['bool([1])', 'bool needs true, false, 1 or 0'],
  // Parsers of JSON read larger numbers as infinite, and write them as null.
  ['[1e308 * 1.8]', 'the number is too large'],
  ['pow(10, 309)', 'the number is too large'],
  // Long values are not written whole, not even for a message.
  ['number(range(0, 9000))', 'a list is not a number'],
  ['sum([range(0, 9000), 1].map(a, a))', 'needs numbers, and one of the values is a list'],
  ['customer[range(0, 9000)]', 'a key of a map must be a text, not a list'],
])('%s is refused: %s', (expression, message) => {
  expect(problem(expression)).toBe(message);
});

test('names the position of the part that fails', () => {
  expect(() => evaluate('1 + (total + nothing)')).toThrow(expect.objectContaining({ at: 13 }));
  expect(() => compileExpression('total *')).toThrow(expect.objectContaining({ name: 'ExpressionError' }));
});

const range = 'range(0, 1000)';
test.each([
  ['a list that contains a long list many times', 'cel.bind(l, range(0, 9000), range(0, 9000).map(a, l))'],
  ['a long text of many texts', `range(0, 9000).map(a, "${'x'.repeat(1_000)}").join("")`],
  ['too many steps', `${range}.map(a, ${range}.map(b, ${range}.map(c, a * b * c)))`],
  ['a text that doubles', `${range}.map(a, "x".padStart(1000)).join("")`],
  ['a flattened list of long lists', 'cel.bind(l, range(0, 9000), range(0, 9000).map(a, l).flatten())'],
  ['a large power', 'pow(9, 999) * pow(pow(9, 999), 999)'],
  ['a large number', '1e6000 * 1e6000'],
  ['a slow pattern', `${range}.map(a, "${'a'.repeat(500)}".matches("(a|aa){20}b"))`],
  ['deep parentheses', `${'('.repeat(900)}1${')'.repeat(900)}`],
  ['many signs', `${'!'.repeat(1_900)}true`],
  ['many operations', `1${'+1'.repeat(990)}`],
  ['a long expression', '1'.repeat(2_001)],
  ['a range', 'range(0, 1000000000)'],
])('%s ends with an error within a second', (_, expression) => {
  const startedMs = performance.now();
  expect(problem(expression)).not.toContain('no problem');
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

describe('long texts and maps', () => {
  const m = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
  const data = { a: `${'x'.repeat(1_000_000)}a`, b: `${'x'.repeat(1_000_000)}b`, m };
  const both = 'range(0, 9000).map(x, x % 2 == 0 ? a : b)';

  test.each([
    ...[`${both}.sort()`, `max(${both})`, 'range(0, 9000).filter(x, a < b)'],
    ...['merge(range(0, 9000).map(a, m))', 'range(0, 9000).map(a, size(m))'],
  ])('are not read many times: %s', (text) => {
    expect(() => evaluate(text, data)).toThrow('takes more than 100000 steps');
  });

  test('are read', () => {
    expect(evaluate('merge([m, {"k1": 0}]).k1 + size(m)', data)).toBe(5_000);
  });
});

test('adds and multiplies cents exactly', () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 0, max: 999 }), (a, b, times) => {
      const data = { a: a / 100, b: b / 100, times };
      expect(evaluate('(a + b) * times * 100', data)).toBe((a + b) * times + 0);
    }),
  );
});

test('any text is read or refused, never another error', () => {
  const word = fc.constantFrom(...'total lines ( ) . map + { } " \' [ ] ? : 1 , \\ 𝄞 !'.split(' '));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (parts) => {
      try {
        evaluate(parts.join(' '));
      } catch (error) {
        expect(error).toMatchObject({ name: 'ExpressionError' });
      }
    }),
    { numRuns: 500 },
  );
});
