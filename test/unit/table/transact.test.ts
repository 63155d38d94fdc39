import { TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StaleError, UnavailableError } from '../../../shared/kernel/errors/errors.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
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
