import { Readable } from 'node:stream';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAttributes, toAttributes, toStorable } from '../../../shared/kernel/table/attributes.ts';
import { UnstorableError } from '../../../shared/kernel/table/errors.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { connectTable } from '../../../shared/kernel/table/table.ts';
import { putNew } from '../../../shared/kernel/table/write.ts';

function problemOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error instanceof UnstorableError ? error.details : error;
  }
}

const json = fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false }));
/** Other numbers are refused. No item has a member `__proto__`: callers' JSON is refused with it, or stored as text. */
const isHeld = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? !Object.hasOwn(value, '__proto__') && Object.values(value).every(isHeld)
    : typeof value !== 'number' ||
      Object.is(value, 0) ||
      (Math.abs(value) >= 1e-130 && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

describe('an item', () => {
  it('is read back unchanged', () => {
    fc.assert(
      fc.property(json.filter(isHeld), (item) => {
        expect(fromAttributes(toAttributes(item))).toEqual({ ...item });
      }),
    );
  });

  it('is read back with its bytes, and without undefined members', () => {
    const bytes = Uint8Array.of(1, 2);
    const item = { bytes, none: undefined, list: ['a', undefined], map: { none: undefined } };
    expect(fromAttributes(toAttributes(item))).toEqual({ bytes, list: ['a'], map: {} });
  });

  it('is read back with a member that is named like a member of every object', () => {
    const item = { types: { constructor: 'off' } };
    expect(fromAttributes(toAttributes(item))).toEqual(item);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 1e300, 1e-200])(
    'is refused with the name of the attribute for the number %d, which cannot be stored exactly',
    (value) => {
      expect(problemOf(() => toAttributes({ price: [{ value }] }))).toEqual({
        price: 'must be a number of at most 38 digits that DynamoDB can store',
      });
      expect(problemOf(() => toStorable({ ':n': value }, () => 'price'))).toHaveProperty('price');
    },
  );

  it('is refused with the name of the attribute for any depth above the limit of DynamoDB', () => {
    const nested = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);
    expect(toAttributes({ a: nested(31) })).toHaveProperty('a');
    for (const levels of [32, 50_000])
      expect(problemOf(() => toAttributes({ a: nested(levels) }))).toEqual({
        a: 'must nest at most 31 levels deep',
      });
  });

  it('has U+FFFD in place of a lone surrogate', () => {
    expect(toAttributes({ text: 'a\ud83d', list: ['\ude00b', '😀'] })).toEqual({
      text: { S: 'a\ufffd' },
      list: { L: [{ S: '\ufffdb' }, { S: '😀' }] },
    });
  });

  it.each([[Symbol('s')], [() => 1], [new Set(['a'])], [new Map()]])(
    'is refused with values that JSON does not support: %o',
    (value) => {
      expect(() => toAttributes({ value })).toThrow(TypeError);
    },
  );

  it.each([
    ['9007199254740993', 9_007_199_254_740_992],
    ['0.1234567890123456789012345678901234567', 0.12345678901234568],
    ['-1E-130', -1e-130],
  ])('has the double nearest to the stored number %s', (stored, number) => {
    expect(fromAttributes({ n: { N: stored } })).toEqual({ n: number });
  });
});

describe('the stores', () => {
  it('read and write plain values through the document client, including numbers beyond a double', async () => {
    const written: unknown[] = [];
    const client = new DynamoDBClient({
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      requestHandler: {
        handle: async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
          if (headers['x-amz-target']?.endsWith('PutItem')) written.push(JSON.parse(body).Item);
          const Item = { pk: { S: 'P' }, n: { N: '9007199254740993' }, list: { L: [{ BOOL: true }] } };
          const stream = Readable.from([Buffer.from(JSON.stringify({ Item }))]);
          return { response: { statusCode: 200, headers: {}, body: stream } };
        },
      },
    });
    connectTable({ name: 'unit-test', client });
    await putNew({ pk: 'P', sk: 'S', n: 1, none: undefined, text: 'a\ud83d' });
    expect(written).toEqual([{ pk: { S: 'P' }, sk: { S: 'S' }, n: { N: '1' }, text: { S: 'a\ufffd' } }]);
    expect(await getItem({ pk: 'P', sk: 'S' })).toEqual({ pk: 'P', n: 9_007_199_254_740_992, list: [true] });
    // Items of errors and streams are translated separately: the client changes its own options.
    expect(fromAttributes(toAttributes({ a: { b: 1 } }))).toEqual({ a: { b: 1 } });
  });
});
