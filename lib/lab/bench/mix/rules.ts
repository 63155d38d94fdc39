/**
 * The hundred conditions of the mix, the same in every run: four in ten are one to three comparisons, four in ten four
 * to six, two in ten are nested. They use an engine-independent form, and only features that every engine has.
 */
import { channels, countries, currencies, methods, statuses, tags, tiers } from './facts.ts';
import { type Dice, dice } from './random.ts';

export type MixOperator =
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'IN'
  | 'NOT_IN'
  | 'CONTAINS'
  | 'NOT_CONTAINS';

/** A comparison of the field at a path with a value or with another field. */
export interface MixComparison {
  path: readonly string[];
  operator: MixOperator;
  value?: unknown;
  other?: readonly string[];
}

export type MixCondition =
  | MixComparison
  | { all: readonly MixCondition[] }
  | { any: readonly MixCondition[] }
  | { not: MixCondition };

const count = 100;

const texts: readonly [path: string, values: readonly string[]][] = [
  ['status', statuses],
  ['channel', channels],
  ['currency', currencies],
  ['customer.tier', tiers],
  ['customer.country', countries],
  ['shipping.method', methods],
  ['shipping.country', countries],
];
const numbers: readonly [path: string, min: number, max: number][] = [
  ['total', 1, 20_000],
  ['itemCount', 1, 40],
  ['discount', 0, 50],
  ['customer.creditLimit', 0, 20_000],
  ['customer.age', 18, 90],
  ['customer.orderCount', 0, 200],
  ['shipping.weight', 1, 300],
  ['lines.0.price', 1, 900],
  ['lines.0.quantity', 1, 20],
];

const pathOf = (text: string): string[] => text.split('.');

function comparison({ between, oneOf }: Dice): MixComparison {
  switch (between(0, 9)) {
    case 0:
    case 1: {
      const [path, values] = oneOf(texts);
      return { path: pathOf(path), operator: oneOf(['=', '!='] as const), value: oneOf(values) };
    }
    case 2:
    case 3: {
      const [path, values] = oneOf(texts);
      const some = values.filter(() => between(0, 1) === 0);
      return { path: pathOf(path), operator: oneOf(['IN', 'NOT_IN'] as const), value: some };
    }
    case 4: {
      const operator = oneOf(['CONTAINS', 'NOT_CONTAINS'] as const);
      return { path: ['tags'], operator, value: oneOf(tags) };
    }
    case 5:
      return { path: ['total'], operator: oneOf(['<', '>'] as const), other: ['customer', 'creditLimit'] };
    case 6: {
      const path = oneOf(['isUrgent', 'customer.isBlocked']);
      return { path: pathOf(path), operator: '=', value: between(0, 1) === 0 };
    }
    default: {
      const [path, min, max] = oneOf(numbers);
      const operator = oneOf(['<', '<=', '>', '>='] as const);
      return { path: pathOf(path), operator, value: between(min, max) };
    }
  }
}

function flat(at: Dice, size: number): MixCondition {
  const parts = Array.from({ length: size }, () => comparison(at));
  const [only] = parts;
  if (only !== undefined && size === 1) return only;
  return at.between(0, 2) > 0 ? { all: parts } : { any: parts };
}

function nested(at: Dice, depth: number): MixCondition {
  if (depth === 0) return flat(at, at.between(1, 3));
  const parts = Array.from({ length: at.between(2, 3) }, () => nested(at, depth - 1));
  const group = at.between(0, 1) === 0 ? { all: parts } : { any: parts };
  return at.between(0, 3) === 0 ? { not: group } : group;
}

function condition(at: Dice, index: number): MixCondition {
  const kind = index % 10;
  if (kind < 4) return flat(at, at.between(1, 3));
  return kind < 8 ? flat(at, at.between(4, 6)) : nested(at, 2);
}

const at = dice(7);
export const mix: readonly MixCondition[] = Array.from({ length: count }, (_, index) => condition(at, index));
