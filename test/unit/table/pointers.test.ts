import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { LimitReachedError, StaleError, UnavailableError } from '../../../shared/kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../shared/kernel/table/errors.ts';
import { storeBehindPointers } from '../../../shared/kernel/table/pointers.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';

/** All attempts of the transaction conflicted with others. */
const contention = new UnavailableError(
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  }),
);
const pointer = { pk: 'WORK#1', sk: 'row', id: 'row' };

/** Stores a row with a pointer, and returns the order of puts and of the call of `store`. */
async function stepsOf(store: () => Promise<string>) {
  const steps: (Item | 'stored')[] = [];
  mockTable()
    .on(PutCommand)
    .callsFake(({ Item: item }) => {
      steps.push(item);
      return {};
    });
  const result = await storeBehindPointers([pointer], () => {
    steps.push('stored');
    return store();
  }).catch((error: unknown) => error);
  return { steps, result };
}

describe('rows behind pointers', () => {
  it('writes the pointers before the row is stored', async () => {
    const { steps, result } = await stepsOf(async () => 'made');

    expect(steps).toEqual([pointer, 'stored']);
    expect(result).toBe('made');
  });

  it.each([
    new StaleError(),
    new LimitReachedError('jobs', 1),
    new ConditionFailedError(undefined, 'taken'),
    contention,
  ])('expires the pointers if the row is refused with %o', async (refusal) => {
    const { steps, result } = await stepsOf(() => Promise.reject(refusal));

    expect(steps).toEqual([pointer, 'stored', { ...pointer, ttl: expect.any(Number) }]);
    expect(Number(Object(steps[2]).ttl)).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(result).toBe(refusal);
  });

  it.each([new UnavailableError(), new Error('socket hang up')])(
    'keeps the pointers if the row may have been stored: %o',
    async (failure) => {
      const { steps, result } = await stepsOf(() => Promise.reject(failure));

      expect(steps).toEqual([pointer, 'stored']);
      expect(result).toBe(failure);
    },
  );
});
