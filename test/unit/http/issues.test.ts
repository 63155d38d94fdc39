import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { describeIssue } from '../../../shared/kernel/http/issues.ts';
import { parseOptions } from '../../../shared/kernel/http/parse-options.ts';

function problemOf(schema: z.core.$ZodType, input: unknown): string | undefined {
  const [issue] = z.safeParse(schema, input, parseOptions).error?.issues ?? [];
  return issue && describeIssue(issue);
}

const atMost = (length: number) => z.string().check(z.maxLength(length));
const price = z.number().check(z.positive());

describe('an invalid value', () => {
  it.each([
    ['at an exclusive minimum', price, 0, 'must be more than 0'],
    ['below an exclusive minimum', price, -1, 'must be more than 0'],
    ['at an exclusive maximum', z.number().check(z.lt(5)), 5, 'must be less than 5'],
    ['below an inclusive minimum', z.number().check(z.gte(1)), 0, 'must be at least 1'],
    ['of another type', price, 'one', 'must be a number'],
    ['that is a list instead of an object', z.record(z.string(), z.unknown()), [], 'must be an object'],
    ['of none of two types', z.union([atMost(2), z.number()]), true, 'must be a string, or must be a number'],
    [
      'of one of two types, too long',
      z.union([atMost(2), z.number()]),
      'abc',
      'must have at most 2 characters',
    ],
    [
      'of a described pattern',
      z.string().check(z.regex(/^\d+$/, { error: 'must be digits' })),
      'x',
      'must be digits',
    ],
    ['of an undescribed pattern', z.string().check(z.regex(/^\d+$/)), 'x', 'must match /^\\d+$/'],
    [
      'with a long key',
      z.record(atMost(1), z.number()),
      { ab: 1 },
      'has a key that must have at most 1 characters',
    ],
  ])('%s is reported with the accepted values', (_, schema, input, problem) => {
    expect(problemOf(schema, input)).toBe(problem);
  });
});

/** Every pattern check in a schema. */
function patternsOf(schema: unknown, seen = new Set<unknown>()): z.core.$ZodCheckRegex[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own = '_zod' in schema && isPattern(schema) ? [schema] : [];
  const inner = '_zod' in schema ? Reflect.get(Object(schema._zod), 'def') : schema;
  return [...own, ...Object.values(Object(inner)).flatMap((child) => patternsOf(child, seen))];
}

function isPattern(value: object): value is z.core.$ZodCheckRegex {
  return Reflect.get(Object(Reflect.get(Object(Reflect.get(value, '_zod')), 'def')), 'format') === 'regex';
}

it('each pattern of a request has a description', () => {
  const patterns = endpoints.flatMap(({ operationId, params, query, body }) =>
    patternsOf([params, query, body]).map((check) => ({ operationId, def: check._zod.def })),
  );
  expect(patterns.length).toBeGreaterThan(5);
  const silent = patterns.filter(({ def }) => def.error === undefined);
  expect(silent.map(({ operationId, def }) => `${operationId} ${def.pattern}`)).toEqual([]);
});
