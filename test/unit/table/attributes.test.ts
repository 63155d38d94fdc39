import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAttributes, toAttributes, toNamedAttributes } from '../../../shared/kernel/table/attributes.ts';
import { UnstorableError } from '../../../shared/kernel/table/errors.ts';

function problemOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error instanceof UnstorableError ? error.fields : error;
  }
}

const json = fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false }));
/** Numbers beyond those of JSON are refused; a member called `__proto__` is lost by the SDK's marshaller, not by ours. */
const isHeld = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? !Object.hasOwn(value, '__proto__') && Object.values(value).every(isHeld)
    : typeof value !== 'number' ||
      value === 0 ||
      (Math.abs(value) >= 1e-130 && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

describe('an item', () => {
  it('is spelt as the SDK’s own marshaller spells it, and is read as its own reads it', () => {
    fc.assert(
      fc.property(json.filter(isHeld), (item) => {
        const attributes = marshall(item);
        expect(toAttributes(item)).toEqual(attributes);
        expect(fromAttributes(attributes)).toEqual(unmarshall(attributes));
      }),
    );
  });

  it('keeps a member called __proto__', () => {
    const item: unknown = JSON.parse('{"__proto__":{"a":1}}');
    expect(fromAttributes(toAttributes(item as object))).toEqual(item);
  });

  it('comes back with its bytes, and without what is undefined', () => {
    const item = {
      bytes: Uint8Array.of(1, 2),
      none: undefined,
      list: ['a', undefined],
      map: { none: undefined },
    };
    const attributes = toAttributes(item);
    expect(attributes).toEqual(marshall(item, { removeUndefinedValues: true }));
    expect(fromAttributes(attributes)).toEqual({ bytes: Uint8Array.of(1, 2), list: ['a'], map: {} });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 1e300, 1e-200])(
    'is refused by the name of the attribute with the number %d, which would not come back as it was',
    (value) => {
      expect(problemOf(() => toAttributes({ price: [{ value }] }))).toEqual({
        price: 'must be a number that a table can hold',
      });
      expect(problemOf(() => toNamedAttributes({ ':n': value }, () => 'price'))).toHaveProperty('price');
    },
  );

  it('is refused by the name of the attribute where it nests deeper than DynamoDB does, however deep', () => {
    const nested = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);
    expect(toAttributes({ a: nested(31) })).toHaveProperty('a');
    for (const levels of [32, 50_000])
      expect(problemOf(() => toAttributes({ a: nested(levels) }))).toEqual({
        a: 'must nest at most 31 levels deep',
      });
  });

  it('holds U+FFFD in place of half a surrogate pair', () => {
    expect(toAttributes({ text: 'a\ud83d', list: ['\ude00b', '😀'] })).toEqual({
      text: { S: 'a\ufffd' },
      list: { L: [{ S: '\ufffdb' }, { S: '😀' }] },
    });
  });

  it.each([[1n], [Symbol('s')], [() => 1]])('is refused with what JSON cannot hold', (value) => {
    expect(() => toAttributes({ value })).toThrow(TypeError);
  });

  it('is refused when DynamoDB answers a type that is never stored', () => {
    expect(() => fromAttributes({ tags: { SS: ['a'] } })).toThrow(TypeError);
  });
});
