/** Functions on lists and maps. */
import { ExpressionError } from './expression-error.ts';
import { assertFits, type ExpressionFunction, madeList, type Spend } from './function-spec.ts';
import { expressionLimits } from './limits.ts';
import { areSame, isMap, orderOf } from './values.ts';

function sorted(list: readonly unknown[], spend: Spend): readonly unknown[] {
  spend(list.length * 10);
  return list.toSorted((one, other) => {
    const order = orderOf(one, other, spend);
    if (order === undefined) throw new ExpressionError('sort needs numbers, texts or times of one type');
    return order;
  });
}

function distinct(list: readonly unknown[], spend: Spend): readonly unknown[] {
  const kept: unknown[] = [];
  for (const item of list) if (!kept.some((one) => areSame(one, item, spend))) kept.push(item);
  return kept;
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

export const listFunctions = {
  coalesce: {
    parameters: ['values', '…'],
    description: 'The first value that is not null; a missing field is null. Later values are not evaluated.',
    example: ['coalesce(null, "none")', 'none'],
    endsWith: isPresent,
    run: (args) => args.all().find(isPresent) ?? null,
  },
  first: {
    parameters: ['list'],
    description: 'The first element; null for an empty list.',
    example: ['first([3, 4])', 3],
    run: (args) => args.list(0)[0] ?? null,
  },
  last: {
    parameters: ['list'],
    description: 'The last element; null for an empty list.',
    example: ['last([3, 4])', 4],
    run: (args) => args.list(0).at(-1) ?? null,
  },
  slice: {
    parameters: ['list', 'start', 'end?'],
    description: 'Elements from the position `start`, from 0, to before `end`.',
    example: ['[1, 2, 3, 4].slice(1, 3)', [2, 3]],
    run: (args, spend) =>
      madeList(args.list(0).slice(args.integer(1), args.has(2) ? args.integer(2) : undefined), spend),
  },
  sort: {
    parameters: ['list'],
    description: 'Sorts numbers, texts or times.',
    example: ['[3, 1, 2].sort()', [1, 2, 3]],
    run: (args, spend) => sorted(args.list(0), spend),
  },
  reverse: {
    parameters: ['list'],
    description: 'The elements in reverse order.',
    example: ['[1, 2].reverse()', [2, 1]],
    run: (args, spend) => madeList(args.list(0).toReversed(), spend),
  },
  distinct: {
    parameters: ['list'],
    description: 'Each element once.',
    example: ['[1, 2, 1].distinct()', [1, 2]],
    run: (args, spend) => distinct(args.list(0), spend),
  },
  flatten: {
    parameters: ['list'],
    description: 'The elements of the lists in a list; null is left out.',
    example: ['[[1, 2], [3]].flatten()', [1, 2, 3]],
    run: (args, spend) => {
      const items = args.list(0).filter((item) => item !== null);
      // Checked before the list is made.
      assertFits(
        'list',
        items.reduce<number>((sum, item) => sum + (Array.isArray(item) ? item.length : 1), 0),
      );
      return madeList(items.flat(), spend);
    },
  },
  range: {
    parameters: ['from', 'to'],
    description: 'The whole numbers from `from` to before `to`.',
    example: ['range(0, 4)', [0, 1, 2, 3]],
    run: (args, spend) => {
      const [from, to] = [args.integer(0), args.integer(1)];
      if (to - from > expressionLimits.listElements)
        throw new ExpressionError(`a range has at most ${expressionLimits.listElements} numbers`);
      return madeList(
        Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
        spend,
      );
    },
  },
  keys: {
    parameters: ['map'],
    description: 'The keys of a map.',
    example: ['keys({"a": 1, "b": 2})', ['a', 'b']],
    run: (args, spend) => madeList(Object.keys(args.map(0)), spend),
  },
  values: {
    parameters: ['map'],
    description: 'The values of a map.',
    example: ['values({"a": 1, "b": 2})', [1, 2]],
    run: (args, spend) => madeList(Object.values(args.map(0)), spend),
  },
  merge: {
    parameters: ['list of maps'],
    description: 'One map of all; later values replace earlier ones. Null is left out.',
    example: ['merge([{"a": 1}, {"a": 2, "b": 3}])', { a: 2, b: 3 }],
    run: (args, spend) => {
      const maps = args.list(0).filter((item) => item !== null);
      if (!maps.every(isMap)) throw new ExpressionError('merge needs a list of maps');
      const merged = new Map<string, unknown>();
      for (const map of maps) {
        const entries = Object.entries(map);
        // The same map can be in the list many times.
        spend(Math.ceil(entries.length / 10));
        for (const [key, value] of entries) merged.set(key, value);
      }
      madeList([...merged.keys()], spend);
      return Object.fromEntries(merged);
    },
  },
} satisfies Record<string, ExpressionFunction>;
