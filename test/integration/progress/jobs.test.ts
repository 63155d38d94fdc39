import { describe, expect, it } from 'vitest';
import {
  activePath,
  activityOf,
  announce,
  aSyncJob,
  progressPath,
  workPath,
} from '../../support/builders/progress.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('the DynamoDB requests of', () => {
  const actionsOf = async (answer: Parameters<typeof callsOf>[0]) =>
    (await callsOf(answer)).slice(1).map(({ action }) => action);

  it('active jobs are three, regardless of the number of ended jobs', async () => {
    const caller = await aTenant();
    await announce(caller);
    const costOf = async () => {
      const [, ...calls] = await callsOf(await caller.api.get(activePath));
      return {
        actions: calls.map(({ action }) => action),
        units: calls.reduce((sum, one) => sum + one.readUnits, 0),
      };
    };
    const before = await costOf();
    expect(before.actions).toEqual(['Query', 'Query', 'BatchGetItem']);
    for (let n = 0; n < 12; n++) {
      const id = await announce(caller, { meta: { text: 'x'.repeat(2_000) } });
      await caller.api.delete(workPath(id));
    }
    expect(await costOf()).toEqual(before);
  });

  it('an unpublished update are a read and a write, and of a list of active jobs two Queries and the rows', async () => {
    const caller = await aTenant();
    const id = await announce(caller);
    expect(await actionsOf(await caller.api.put(workPath(id), { body: {} }))).toEqual([
      'GetItem',
      'TransactWriteItems',
    ]);
    expect(await actionsOf(await caller.api.get(progressPath))).toEqual(['Query', 'Query', 'BatchGetItem']);
  });
});

describe('the job of a sync run', () => {
  it('is updated only by its run, even without a heartbeat', async () => {
    const caller = await aTenant();
    const id = await aSyncJob(caller, Date.now() - 3_600_000);
    const answer = await caller.api.put(workPath(id), { body: { processedCount: 5 } });
    expect([answer.status, answer.body.code]).toEqual([409, 'progress_job_managed']);
    expect((await activityOf(caller)).active).toMatchObject([{ id, status: 'running' }]);
  });
});
