import { describe, expect, it } from 'vitest';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { jobKey } from '../../../shared/modules/scheduler/keys.ts';
import {
  aJob,
  aStoredJob,
  bringBackDuring,
  endedRun,
  executionsPath,
  findJob,
  type JobPage,
  jobsPath,
  schedulesOf,
  trigger,
  triggerPath,
  undoPath,
} from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { TestResponse } from '../../support/clients/api.ts';
import { during } from '../../support/fault-injection/faults.ts';

describe('DELETE /api/scheduler/jobs', () => {
  it.each(['body', 'query'])(
    'deletes by an id in the %s: the job is not readable any more',
    async (place) => {
      const caller = await aTenant();
      const { id } = await aStoredJob(caller);
      const kept = await aStoredJob(caller);
      const { status, body } =
        place === 'body'
          ? await caller.api.delete(jobsPath, { body: { id } })
          : await caller.api.delete(`${jobsPath}?id=${id}`);
      expect([status, body]).toEqual([200, { ok: true }]);
      expect(await findJob(caller, id)).toBeUndefined();
      const { body: list } = await caller.api.get<JobPage>(jobsPath);
      expect(list).toMatchObject({ data: [{ id: kept.id }], meta: { total: 1 } });
      expect(await schedulesOf(id)).toEqual([]);

      const gone = { status: 404, body: { error: 'Job not found.', code: 'not_found' } };
      expect(await caller.api.delete(jobsPath, { body: { id } })).toMatchObject(gone);
      expect(await caller.api.put(jobsPath, { body: { id, name: 'x' } })).toMatchObject(gone);
      expect(await caller.api.post(triggerPath, { body: { id } })).toMatchObject(gone);
      expect(await caller.api.get(executionsPath(id))).toMatchObject(gone);
    },
  );

  it('needs an id', async () => {
    const { api } = await aTenant();
    for (const request of [
      api.delete(jobsPath),
      api.delete(jobsPath, { body: {} }),
      api.delete(`${jobsPath}?id=x`),
    ]) {
      const { status, body } = await request;
      expect(status).toBe(400);
      expect(body.details).toEqual([{ field: 'id', message: expect.any(String) }]);
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

    const restored = await caller.api.post<Job>(undoPath, { body: { id } });
    expect(restored.status).toBe(200);
    expect(await schedulesOf(id)).toHaveLength(1);
  });
});

describe('POST /api/scheduler/jobs/undo', () => {
  it('restores a job with its history and its schedule', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, aJob({ description: 'For finance.' }));
    await endedRun(caller, await trigger(caller, id));
    const before = await findJob(caller, id);
    await caller.api.delete(jobsPath, { body: { id } });
    const { status, body } = await caller.api.post<Job>(undoPath, { body: { id } });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, updatedAt: body.updatedAt });
    expect(await findJob(caller, id)).toEqual(body);
    expect(await schedulesOf(id)).toHaveLength(1);
    const { body: history } = await caller.api.get<{ data: unknown[] }>(executionsPath(id));
    expect(history.data).toHaveLength(1);
    const { body: list } = await caller.api.get<JobPage>(jobsPath);
    expect(list.meta.total).toBe(1);
  });

  it('keeps a disabled job disabled', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller, aJob({ isEnabled: false }));
    await caller.api.delete(jobsPath, { body: { id } });
    const { body } = await caller.api.post<Job>(undoPath, { body: { id } });
    expect(body).toMatchObject({ isEnabled: false, nextRunAt: null });
    expect(await schedulesOf(id)).toEqual([]);
  });

  it('returns 404 for a job that is not deleted, or was deleted too long ago', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    expect((await caller.api.post(undoPath, { body: { id } })).status).toBe(404);
    await caller.api.delete(jobsPath, { body: { id } });
    await updateItem({
      Key: jobKey(caller, id),
      UpdateExpression: 'SET deletedAtMs = :then',
      ExpressionAttributeValues: { ':then': Date.now() - 31 * 86_400_000 },
    });
    expect((await caller.api.post(undoPath, { body: { id } })).status).toBe(404);
  });

  it('succeeds once for parallel requests', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    await caller.api.delete(jobsPath, { body: { id } });
    const answers = await Promise.all([1, 2, 3].map(() => caller.api.post(undoPath, { body: { id } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect((await caller.api.get<JobPage>(jobsPath)).body.meta.total).toBe(1);
  });

  it.each<[string, (caller: TestCaller, id: string) => Promise<TestResponse>]>([
    ['a deletion', ({ api }, id) => api.delete(jobsPath, { body: { id } })],
    [
      'a deletion of several jobs',
      ({ api }, id) => api.post(`${jobsPath}/bulk-delete`, { body: { ids: [id] } }),
    ],
  ])('overrides %s that reaches EventBridge late', async (_, remove) => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    await bringBackDuring(caller, id, () => remove(caller, id));
    expect(await schedulesOf(id)).toHaveLength(1);
  });
});
