import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteItems, putItems } from '../../../shared/kernel/table/batch-write.ts';
import { UnstorableError } from '../../../shared/kernel/table/errors.ts';
import { itemBytes } from '../../../shared/kernel/table/item-size.ts';
import { batchGet, getItem, queryAll } from '../../../shared/kernel/table/read.ts';
import { commit, deleteItem, transact, updateItem } from '../../../shared/kernel/table/write.ts';
import { type MockedTable, mockTable } from '../../support/fault-injection/mock-table.ts';

let mock: MockedTable;
const key = { pk: 'P', sk: 'S' };
const large = 'é'.repeat(210_000);
const longKeys = [
  { pk: 'x'.repeat(2_049), sk: 'S' },
  { pk: 'P', sk: 'é'.repeat(513) },
];

beforeEach(() => {
  mock = mockTable();
});

/** The attributes that a refused write names. */
async function fieldsOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof UnstorableError)) return error;
  expect(error.status).toBe(400);
  return Object.keys(error.details ?? {});
}

describe('the size of an item', () => {
  it.each<[object, number]>([
    [{}, 0],
    [{ a: 'bc' }, 3],
    [{ a: 'é😀' }, 7],
    [{ ab: null, c: true }, 5],
    [{ a: [] }, 4],
    [{ a: { b: 'c' } }, 7],
    [{ a: Uint8Array.of(1, 2, 3) }, 4],
  ])('of %j is %i bytes', (item, bytes) => {
    expect(itemBytes(item)).toBe(bytes);
  });
});

describe('an item above the size limit', () => {
  const item = { ...key, small: 'x', meta: large };

  it('is refused with its largest attribute before it is sent', async () => {
    expect(await fieldsOf(commit([{ put: item }]))).toEqual(['meta']);
    expect(await fieldsOf(transact([{ put: key }, { put: item }]))).toEqual(['meta']);
    expect(await fieldsOf(putItems([item]))).toEqual(['meta']);
    expect(mock.calls()).toEqual([]);
  });

  it('is refused with the request field that the store names', async () => {
    expect(await fieldsOf(commit([{ put: item, largeField: 'options' }]))).toEqual(['options']);
  });

  it('is refused with the added value if an update makes it too large', async () => {
    const message = 'Item size to update has exceeded the maximum allowed size';
    mock.on(UpdateCommand).rejects(Object.assign(new Error(message), { name: 'ValidationException' }));
    mock.on(TransactWriteCommand).rejects(
      new TransactionCanceledException({
        message: 'cancelled',
        $metadata: {},
        CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError', Message: message }],
      }),
    );
    const update = {
      Key: key,
      UpdateExpression: 'SET meta = :meta',
      ExpressionAttributeValues: { ':meta': 'x' },
    };
    expect(await fieldsOf(updateItem(update))).toEqual(['meta']);
    const writes = [{ put: key }, { set: key, values: { n: 1, meta: 'xyzx' } }];
    expect(await fieldsOf(transact(writes))).toEqual(['meta']);
  });
});

describe('a number that the table cannot store', () => {
  it('is refused with its attribute', async () => {
    expect(await fieldsOf(transact([{ set: key, values: { a: 1, eta: 1e300 } }]))).toEqual(['eta']);
    expect(await fieldsOf(transact([{ add: key, amounts: { n: 2 ** 60 } }]))).toEqual(['n']);
  });
});

describe('a key above the maximum length', () => {
  it('finds nothing, without a request', async () => {
    for (const longKey of longKeys) {
      expect(await getItem(longKey)).toBeUndefined();
      expect(await batchGet([longKey])).toEqual([]);
      await deleteItem(longKey);
      await deleteItems([longKey]);
    }
    expect(await queryAll({ pk: longKeys[0]?.pk ?? '', consistent: true })).toEqual([]);
    expect(await queryAll({ pk: 'P', skPrefix: longKeys[1]?.sk ?? '', consistent: true })).toEqual([]);
    expect(mock.calls()).toEqual([]);
  });

  it('is refused in writes, without a request', async () => {
    for (const longKey of longKeys) {
      expect(await fieldsOf(commit([{ put: longKey }]))).toEqual(['id']);
      expect(await fieldsOf(transact([{ set: longKey, values: { a: 1 } }]))).toEqual(['id']);
      expect(await fieldsOf(updateItem({ Key: longKey, UpdateExpression: 'SET a = b' }))).toEqual(['id']);
      expect(await fieldsOf(putItems([longKey]))).toEqual(['id']);
    }
    expect(mock.calls()).toEqual([]);
  });
});
