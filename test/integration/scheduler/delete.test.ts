import { describe, expect, it } from 'vitest';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { jobKey } from '../../../shared/modules/scheduler/keys.ts';
import {
  aJob,
  aStoredJob,
  bringBackDuring,
  findJob,
  jobsPath,
  schedulesOf,
  undoPath,
} from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { TestResponse } from '../../support/clients/api.ts';
import { during } from '../../support/fault-injection/faults.ts';

describe('DELETE /api/scheduler/jobs', () => {
  it('removes the schedules of a job, and undoing it creates them for an enabled one', async () => {
    const caller = await aTenant();
    for (const isEnabled of [true, false]) {
      const { id } = await aStoredJob(caller, aJob({ isEnabled }));
      await caller.api.delete(jobsPath, { body: { id } });
      expect(await schedulesOf(id)).toEqual([]);
      await caller.api.post(undoPath, { body: { id } });
      expect(await schedulesOf(id)).toHaveLength(isEnabled ? 1 : 0);
    }
  });

  it('succeeds if EventBridge is not reachable: a remaining schedule has no effect', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    const fault = {
      effect: 'error',
      service: 'scheduler',
      action: 'DeleteSchedule',
      bodyContains: id,
    } as const;
    const { status } = await during(fault, () => caller.api.delete(jobsPath, { body: { id } }));
    expect(status).toBe(200);
    expect(await findJob(caller, id)).toBeUndefined();
    expect(await schedulesOf(id)).toHaveLength(1);
    expect((await caller.api.post(undoPath, { body: { id } })).status).toBe(200);
    expect(await schedulesOf(id)).toHaveLength(1);
  });
});

describe('POST /api/scheduler/jobs/undo', () => {
  it('returns 404 for a job that was deleted too long ago', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    await caller.api.delete(jobsPath, { body: { id } });
    await updateItem({
      Key: jobKey(caller, id),
      UpdateExpression: 'SET deletedAtMs = :then',
      ExpressionAttributeValues: { ':then': Date.now() - 31 * 86_400_000 },
    });
    expect((await caller.api.post(undoPath, { body: { id } })).status).toBe(404);
  });

  it.each<[string, (caller: TestCaller, id: string) => Promise<TestResponse>]>([
    ['a deletion', ({ api }, id) => api.delete(jobsPath, { body: { id } })],
    ['one of several jobs', ({ api }, id) => api.post(`${jobsPath}/bulk-delete`, { body: { ids: [id] } })],
  ])('overrides %s that reaches EventBridge late', async (_, remove) => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    await bringBackDuring(caller, id, () => remove(caller, id));
    expect(await schedulesOf(id)).toHaveLength(1);
  });
});
