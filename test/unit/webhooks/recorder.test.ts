import { describe, expect, it } from 'vitest';
import { ConditionFailedError } from '../../../shared/kernel/table/errors.ts';
import { createRecorder } from '../../../shared/modules/webhooks/deliveries/deliver.ts';
import type { CompletedAttempt } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';

const made = (id: number) => ({ delivery: { id: String(id) } }) as CompletedAttempt;

/** A table that records the writes of each transaction; `taken` deliveries belong to another worker. */
function aTable({ taken = [] as string[], fails = false } = {}) {
  const transactions: string[][] = [];
  let atOnce = 0;
  let most = 0;
  return {
    transactions,
    most: () => most,
    async write(attempts: readonly CompletedAttempt[]) {
      const ids = attempts.map(({ delivery }) => delivery.id);
      transactions.push(ids);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      if (fails) throw new Error('out of reach');
      return ids.map((id): PromiseSettledResult<void> => {
        if (!taken.includes(id)) return { status: 'fulfilled', value: undefined };
        return { status: 'rejected', reason: new ConditionFailedError(undefined, undefined) };
      });
    },
  };
}

const outcomes = async (record: ReturnType<typeof createRecorder>, count: number) =>
  (await Promise.allSettled(Array.from({ length: count }, (_, id) => record(made(id))))).map(
    ({ status }) => status === 'fulfilled',
  );

describe('completed attempts', () => {
  it('at the same time are recorded together, in transactions within DynamoDB limits', async () => {
    const table = aTable();
    expect(await outcomes(createRecorder(table.write), 60)).toEqual(Array(60).fill(true));
    expect(table.transactions.map((ids) => ids.length)).toEqual([25, 25, 10]);
    expect(new Set(table.transactions.flat()).size).toBe(60);
    expect(table.most()).toBe(2);
  });

  it('while others are being recorded wait only for those', async () => {
    const table = aTable();
    const record = createRecorder(table.write);
    await record(made(1));
    await record(made(2));
    expect(table.transactions).toEqual([['1'], ['2']]);
  });

  it('together with one that another worker has taken over are recorded', async () => {
    const table = aTable({ taken: ['1'] });
    expect(await outcomes(createRecorder(table.write), 3)).toEqual([true, false, true]);
  });

  it('while the table is not reachable all fail', async () => {
    const table = aTable({ fails: true });
    expect(await outcomes(createRecorder(table.write), 3)).toEqual([false, false, false]);
    expect(table.transactions).toHaveLength(1);
  });
});
