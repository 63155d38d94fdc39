/** Groups of writes in one transaction, with a mocked DynamoDB. */
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StaleError, UnavailableError } from '../../../shared/kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../shared/kernel/table/errors.ts';
import { notExists, transactEach, type Write } from '../../../shared/kernel/table/write.ts';
import { cancelled, mockTable } from '../../support/fault-injection/mock-table.ts';

/** Reasons for which DynamoDB cancels the transactions with the item of this name. */
const codes: Record<string, string> = {
  taken: 'ConditionalCheckFailed',
  changed: 'ConditionalCheckFailed',
  locked: 'TransactionConflict',
  throttled: 'ThrottlingError',
};

let transactions: string[][];
let calls: number;
/** The items that are free again after this number of transactions. */
let freeAfter: number;

beforeEach(() => {
  [transactions, calls, freeAfter] = [[], 0, Number.POSITIVE_INFINITY];
  vi.spyOn(Math, 'random').mockReturnValue(0);
  mockTable()
    .on(TransactWriteCommand)
    .callsFake(({ TransactItems = [] }: TransactWriteCommandInput) => {
      const names = TransactItems.map(({ Put }) => String(Put?.Item?.pk));
      transactions.push(names);
      calls += 1;
      const isFree = (name: string) => calls > freeAfter || codes[name] === undefined;
      if (names.every(isFree)) {
        if (names.includes('unreachable')) throw new Error('no connection');
        return {};
      }
      throw cancelled(...names.map((name) => (isFree(name) ? 'None' : (codes[name] ?? ''))));
    });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const stale = new StaleError();
const write = (pk: string): Write => ({
  put: { pk, sk: 'item' },
  when: notExists,
  ...(pk === 'changed' && { otherwise: () => stale }),
});
const each = (...groups: string[][]) => transactEach(groups.map((names) => names.map(write)));

const stored = { status: 'fulfilled', value: undefined };
const refused = { status: 'rejected', reason: expect.any(ConditionFailedError) };

describe('groups of writes', () => {
  it('are one transaction', async () => {
    expect(await each(['a', 'b'], ['c'])).toEqual([stored, stored]);
    expect(transactions).toEqual([['a', 'b', 'c']]);
    expect(await each()).toEqual([]);
    expect(transactions).toHaveLength(1);
  });

  it('are a transaction each when one is refused, so that the others are stored', async () => {
    const outcomes = await each(['a'], ['b', 'taken'], ['changed'], ['c']);
    expect(outcomes).toEqual([stored, refused, { status: 'rejected', reason: stale }, stored]);
    expect(transactions.slice(1)).toEqual([['a'], ['b', 'taken'], ['changed'], ['c']]);
  });

  it('are not repeated when the only one is refused', async () => {
    expect(await each(['taken'])).toEqual([refused]);
    expect(transactions).toHaveLength(1);
  });

  it.each(['locked', 'throttled'])('wait for an item that is %s', async (name) => {
    freeAfter = 1;
    expect(await each(['a'], [name])).toEqual([stored, stored]);
    expect(transactions).toEqual([
      ['a', name],
      ['a', name],
    ]);
  });

  it.each(['locked', 'throttled'])('fail together while an item stays %s', async (name) => {
    await expect(each(['a'], [name])).rejects.toThrow(UnavailableError);
    expect(transactions.every((names) => names.length === 2)).toBe(true);
  });

  it('fail together when the table is unreachable', async () => {
    await expect(each(['a'], ['unreachable'])).rejects.toThrow('no connection');
    expect(transactions).toHaveLength(1);
  });

  it('are stored where possible when the table is unreachable for one after a refusal', async () => {
    const outcomes = await each(['a'], ['taken'], ['unreachable'], ['b']);
    expect(outcomes).toEqual([
      stored,
      refused,
      { status: 'rejected', reason: new Error('no connection') },
      stored,
    ]);
  });
});
