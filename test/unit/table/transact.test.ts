import { TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StaleError, UnavailableError } from '../../../shared/kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../shared/kernel/table/errors.ts';
import { notExists, transact, transactEach, type Write } from '../../../shared/kernel/table/write.ts';
import { cancelled, type MockedTable, mockTable } from '../../support/fault-injection/mock-table.ts';

let table: MockedTable;
const tokens = () =>
  table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input.ClientRequestToken);

const inProgress = new TransactionInProgressException({ $metadata: {}, message: 'in progress' });
const conflict = cancelled('TransactionConflict');
const write = { put: { pk: 'a', sk: 'b' } };

beforeEach(() => {
  table = mockTable();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a transaction', () => {
  it('whose first request is still in progress is retried with the same token', async () => {
    table.on(TransactWriteCommand).rejectsOnce(inProgress).rejectsOnce(inProgress).resolves({});
    await transact([write]);
    const [first] = tokens();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(tokens()).toEqual([first, first, first]);
  });

  it.each([
    ['by a conflict', conflict],
    ['by a conflict besides a failed condition', cancelled('ConditionalCheckFailed', 'TransactionConflict')],
  ])('that was cancelled %s is retried with another token', async (_, cancellation) => {
    table.on(TransactWriteCommand).rejectsOnce(cancellation).resolves({});
    await transact([write]);
    const [first, second, ...more] = tokens();
    expect(more).toEqual([]);
    expect(second).not.toBe(first);
  });

  it('that must not wait for another writer of an item fails at once', async () => {
    table.on(TransactWriteCommand).rejects(conflict);
    const taken = new StaleError();
    await expect(transact([{ ...write, ifBusy: () => taken }])).rejects.toBe(taken);
    expect(tokens()).toHaveLength(1);
  });

  it('that stays in progress returns that the service is busy', async () => {
    table.on(TransactWriteCommand).rejects(inProgress);
    await expect(transact([write])).rejects.toThrow(UnavailableError);
  });
});

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

const stale = new StaleError();
const writeOf = (pk: string): Write => ({
  put: { pk, sk: 'item' },
  when: notExists,
  ...(pk === 'changed' && { otherwise: () => stale }),
});
const each = (...groups: string[][]) => transactEach(groups.map((names) => names.map(writeOf)));

const stored = { status: 'fulfilled', value: undefined };
const refused = { status: 'rejected', reason: expect.any(ConditionFailedError) };

describe('groups of writes', () => {
  beforeEach(() => {
    [transactions, calls, freeAfter] = [[], 0, Number.POSITIVE_INFINITY];
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
    expect(transactions).toEqual(Array(2).fill(['a', name]));
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
    const unreachable = { status: 'rejected', reason: new Error('no connection') };
    expect(outcomes).toEqual([stored, refused, unreachable, stored]);
  });
});
