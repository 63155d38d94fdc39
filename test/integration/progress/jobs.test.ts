/** The life of a progress job, for workers, users and browsers. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  activePath,
  activityOf,
  announce,
  aSyncJob,
  progressPath,
  readWork,
  report,
  someWork,
  workListed,
  workPath,
} from '../../support/builders/progress.ts';
import { aMember, loggedIn } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { listen } from '../../support/clients/event-stream.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a job', () => {
  it('is created, starts, progresses and completes', async () => {
    const caller = await aTenant();
    const id = await announce(caller, { meta: { season: 'spring' } });
    expect(await readWork(caller, id)).toMatchObject({
      status: 'pending',
      progressPercent: 0,
      processedCount: 0,
      totalCount: 100,
      startedAt: null,
      heartbeatAt: null,
      startedByUserId: null,
      meta: { season: 'spring' },
      tenantId: caller.tenantId,
      organizationId: caller.organizationId,
    });
    await report(caller, id, { status: 'running' });
    const moved = await report(caller, id, { processedCount: 40, meta: { page: 3 } });
    expect(moved).toEqual({ ok: true, progressPercent: 40, status: 'running', cancelRequested: false });
    expect((await activityOf(caller)).active).toMatchObject([
      {
        id,
        status: 'running',
        processedCount: 40,
        meta: { season: 'spring', page: 3 },
        etaSeconds: expect.any(Number),
      },
    ]);
    await report(caller, id, { status: 'completed', resultSummary: { rows: 99 } });
    expect(await readWork(caller, id)).toMatchObject({
      status: 'completed',
      progressPercent: 100,
      etaSeconds: 0,
      resultSummary: { rows: 99 },
      finishedAt: expect.any(String),
    });
    expect(await activityOf(caller)).toMatchObject({
      active: [],
      recentlyCompleted: [{ id, status: 'completed' }],
    });
  });

  it('ignores updates once it has ended', async () => {
    const caller = await aTenant();
    const id = await announce(caller);
    await report(caller, id, { status: 'failed', errorMessage: 'The index is full.' });
    const before = await readWork(caller, id);
    const late = await report(caller, id, { status: 'completed', processedCount: 50 });
    expect(late).toMatchObject({ ok: true, status: 'failed', progressPercent: 0 });
    expect(await readWork(caller, id)).toEqual(before);
    expect(before).toMatchObject({ status: 'failed', errorMessage: 'The index is full.' });
  });

  it('is cancelled at once while it is pending, also after updates', async () => {
    const caller = await aTenant();
    const id = await announce(caller);
    await report(caller, id, { processedCount: 50 });
    expect((await caller.api.delete(workPath(id))).body).toEqual({ ok: true });
    expect(await readWork(caller, id)).toMatchObject({ status: 'cancelled', progressPercent: 50 });
    expect(await activityOf(caller)).toEqual({ active: [], recentlyCompleted: [] });
  });

  it('continues after a cancel request until its worker confirms the stop', async () => {
    const caller = await aTenant();
    const id = await announce(caller);
    await report(caller, id, { status: 'running' });
    for (let times = 0; times < 2; times++) {
      expect((await caller.api.delete(workPath(id))).status).toBe(200);
      expect(await readWork(caller, id)).toMatchObject({
        status: 'running',
        cancelRequestedAt: expect.any(String),
      });
    }
    expect(await report(caller, id, { processedCount: 60 })).toMatchObject({ cancelRequested: true });
    await report(caller, id, { status: 'cancelled' });
    expect(await readWork(caller, id)).toMatchObject({ status: 'cancelled', processedCount: 60 });
  });

  it.each([
    [
      'not cancellable',
      (caller: Awaited<ReturnType<typeof aTenant>>) => announce(caller, { cancellable: false }),
    ],
    [
      'ended',
      async (caller: Awaited<ReturnType<typeof aTenant>>) => {
        const id = await announce(caller);
        await report(caller, id, { status: 'completed' });
        return id;
      },
    ],
  ])('that is %s cannot be cancelled', async (_, make) => {
    const caller = await aTenant();
    const answer = await caller.api.delete(workPath(await make(caller)));
    expect([answer.status, answer.body.error]).toEqual([400, 'Cannot cancel this job']);
  });

  it('that does not exist returns 404, also for a cancel request', async () => {
    const { api } = await aTenant();
    expect(await api.delete(workPath(randomUUID()))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it.each([
    ['without a type', 'jobType', { jobType: undefined }],
    ['with a long type', 'jobType', { jobType: 'a'.repeat(101) }],
    ['with the type of a sync run', 'jobType', { jobType: 'data_sync:import' }],
    ['without a name', 'name', { name: '' }],
    ['with a negative total', 'totalCount', { totalCount: -5 }],
    ['with too large meta', 'meta', { meta: { text: 'x'.repeat(16_384) } }],
  ])('%s is refused', async (_, field, overrides) => {
    const { api } = await aTenant();
    const { status, body } = await api.post(progressPath, { body: someWork(overrides) });
    expect([status, body.details]).toEqual([400, [{ field, message: expect.any(String) }]]);
  });

  it('limits the size of its meta', async () => {
    const caller = await aTenant();
    const id = await announce(caller, { meta: { a: 'x'.repeat(10_000) } });
    const { status } = await caller.api.put(workPath(id), { body: { meta: { b: 'x'.repeat(10_000) } } });
    expect(status).toBe(400);
  });

  it('is not overwritten with an outdated version', async () => {
    const caller = await aTenant();
    const id = await announce(caller);
    const headers = { 'if-match': String((await caller.api.get(workPath(id))).headers.get('etag')) };
    const first = await caller.api.put(workPath(id), { body: { processedCount: 10 }, headers });
    const second = await caller.api.put(workPath(id), { body: { processedCount: 20 }, headers });
    const third = await caller.api.delete(workPath(id), { headers });
    expect([first.status, second.status, third.status]).toEqual([200, 412, 412]);
    expect(await readWork(caller, id)).toMatchObject({ processedCount: 10, status: 'pending' });
  });

  it('keeps the last of parallel updates', async () => {
    const caller = await aTenant();
    const id = await announce(caller, { totalCount: 1_000 });
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => caller.api.put(workPath(id), { body: { meta: { [`w${n}`]: n } } })),
    );
    expect(Object.keys((await readWork(caller, id)).meta ?? {})).toHaveLength(8);
  });
});

describe('browsers', () => {
  it('receive all updates of a job', async () => {
    const caller = await aTenant();
    await using stream = await listen(caller);
    const id = await announce(caller);
    await report(caller, id, { status: 'running' });
    await report(caller, id, { processedCount: 50 });
    await report(caller, id, { status: 'completed' });
    await stream.until(() => stream.frames().length === 4);
    const told = new Map(stream.frames().map(({ data }) => [data.id, data.payload]));
    expect([...told.keys()].toSorted()).toEqual(
      ['completed', 'created', 'started', 'updated'].map((event) => `progress.job.${event}`),
    );
    expect(told.get('progress.job.updated')).toMatchObject({
      jobId: id,
      progressPercent: 50,
      status: 'running',
    });
  });
});

describe('the jobs of a tenant', () => {
  it('are unknown to other tenants and organizations', async () => {
    const [caller, stranger] = [await aTenant(), await aTenant()];
    const sibling = await aSibling(caller);
    const id = await announce(caller);
    for (const other of [stranger, sibling]) {
      const unknown = randomUUID();
      for (const method of ['get', 'put', 'delete'] as const) {
        const ask = (path: string) => other.api[method](path, method === 'put' ? { body: {} } : {});
        const [tried, missing] = [await ask(workPath(id)), await ask(workPath(unknown))];
        expect([tried.status, tried.body]).toEqual([missing.status, missing.body]);
        expect(tried.status).toBe(404);
      }
      expect(await activityOf(other)).toEqual({ active: [], recentlyCompleted: [] });
      expect((await workListed(other, 'includeCompleted=true')).total).toBe(0);
    }
    expect(await readWork(caller, id)).toMatchObject({ status: 'pending', processedCount: 0 });
  });

  it('are listed together with all organizations selected', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const ids = [await announce(north), await announce(south)];
    const acl = { features: ['progress.view'], isSuperAdmin: false, organizations: null };
    const api = await loggedIn(await aMember(north, [], { acl }));
    const headers = { cookie: 'svc_selected_org=__all__' };
    const { body } = await api.get<{ active: { id: string }[] }>(activePath, { headers });
    expect(body.active.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it.each([
    ['progress.view', (api: Api, id: string) => api.get(workPath(id))],
    ['progress.view', (api: Api) => api.get(activePath)],
    ['progress.create', (api: Api) => api.post(progressPath, { body: someWork() })],
    ['progress.update', (api: Api, id: string) => api.put(workPath(id), { body: { processedCount: 5 } })],
    ['progress.cancel', (api: Api, id: string) => api.delete(workPath(id))],
  ])('need %s', async (feature, call) => {
    const caller = await aTenant();
    const id = await announce(caller);
    const others = ['progress.view', 'progress.create', 'progress.update', 'progress.cancel'];
    const without = await aKey({ ...caller, features: others.filter((one) => one !== feature) });
    const answer = await call(without.api, id);
    expect([answer.status, answer.body.requiredFeatures]).toEqual([403, [feature]]);
  });
});
type Api = Awaited<ReturnType<typeof aTenant>>['api'];

describe('lists', () => {
  it('are listed while active, and by state after their end', async () => {
    const caller = await aTenant();
    const [pending, failed, cancelled] = [
      await announce(caller),
      await announce(caller),
      await announce(caller),
    ];
    await report(caller, failed, { status: 'failed' });
    await caller.api.delete(workPath(cancelled));
    const idsOf = async (query: string) => (await workListed(caller, query)).items.map(({ id }) => id);
    expect(await idsOf('')).toEqual([pending]);
    expect(await idsOf('status=cancelled')).toEqual([cancelled]);
    expect(await idsOf('status=pending,%20cancelled')).toEqual([cancelled, pending]);
    expect(await idsOf('includeCompleted=true')).toEqual([cancelled, failed, pending]);
    expect(await idsOf('includeCompleted=true&sortField=createdAt&sortDir=asc')).toEqual([
      pending,
      failed,
      cancelled,
    ]);
    const { finishedAt } = await readWork(caller, cancelled);
    expect(await idsOf(`includeCompleted=true&completedSince=${finishedAt}`)).toEqual([cancelled]);
    expect(await idsOf(`completedSince=${finishedAt}`)).toEqual([cancelled]);
    expect(await idsOf(`status=running&completedSince=${finishedAt}`)).toEqual([]);
    expect((await caller.api.get(`${progressPath}?status=done`)).status).toBe(400);
  });

  it('can be parts of a job, which are not listed as active', async () => {
    const caller = await aTenant();
    const parent = await announce(caller);
    const parts = [];
    for (const partitionIndex of [0, 1])
      parts.push(await announce(caller, { parentJobId: parent, partitionIndex, partitionCount: 2 }));
    await report(caller, parts[0] ?? '', { status: 'completed' });
    expect((await activityOf(caller)).active.map(({ id }) => id)).toEqual([parent]);
    expect((await activityOf(caller)).recentlyCompleted).toEqual([]);
    const { items } = await workListed(caller, `parentJobId=${parent}&includeCompleted=true`);
    expect(items.map(({ id }) => id)).toEqual(parts.toReversed());
    expect((await workListed(caller)).total).toBe(2);
  });

  it('are found by type and by words of their names, in pages', async () => {
    const caller = await aTenant();
    const ids = [];
    for (const name of ['Alpha 1', 'alpha 2', 'Beta'])
      ids.push(await announce(caller, { name, jobType: name }));
    const found = await workListed(caller, 'search=ALPHA&pageSize=1&page=2');
    expect(found).toMatchObject({ total: 2, totalPages: 2, items: [{ id: ids[0] }] });
    expect((await workListed(caller, 'jobType=Beta')).items.map(({ id }) => id)).toEqual([ids[2]]);
  });
});

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
