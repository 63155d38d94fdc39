/** Conformance cases of the scheduler: jobs. */
import { expect } from 'vitest';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { jobLimits } from '../../../shared/modules/scheduler/limits.ts';
import {
  aJob,
  aQueueJob,
  aStoredJob,
  findJob,
  type JobPage,
  jobsPath,
  undoPath,
} from '../../support/builders/scheduler.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aCaller, aKey, aSibling, aSuperAdmin, aTenant, created } from '../support/stage.ts';

const { proves } = casesOf('scheduler');

const put = ({ api }: Pick<TestCaller, 'api'>, body: object, headers = {}) =>
  api.put<Job>(jobsPath, { body, headers });
const update = (caller: TestCaller, body: object): Promise<Job> => created(put(caller, body));
const remove = ({ api }: TestCaller, id: string) => api.delete(jobsPath, { body: { id } });
const undo = ({ api }: TestCaller, id: string) => api.post<Job>(undoPath, { body: { id } });
const refusalOf = (field: string) => ({
  details: expect.arrayContaining([{ field, message: expect.any(String) }]),
});
const publishing = { targetCommand: 'webhooks.publish_event', targetPayload: { type: 'a.b.c', data: {} } };

proves('whole-job', async () => {
  const caller = await aCaller();
  const { status, body, headers } = await caller.api.post<Job>(jobsPath, { body: aJob() });
  expect([status, headers.get('etag')]).toEqual([200, '"1"']);
  const by = `api_key:${caller.keyId}`;
  const { tenantId, organizationId, keyId } = caller;
  expect(body).toEqual({
    ...{ id: expect.any(String), organizationId, tenantId, scopeType: 'organization' },
    ...{ name: 'Yearly greeting', description: null, requireFeature: null, isEnabled: true },
    ...{ scheduleType: 'cron', scheduleValue: '0 0 1 1 *', timezone: 'UTC', lastRunAt: null },
    ...{ targetType: 'command', targetQueue: null, targetCommand: 'scheduler.test.echo' },
    targetPayload: { text: 'Happy new year' },
    nextRunAt: `${new Date().getUTCFullYear() + 1}-01-01T00:00:00.000Z`,
    ...{ sourceType: 'user', sourceModule: null, createdAt: body.updatedAt, updatedAt: expect.any(String) },
    ...{ createdBy: by, updatedBy: by, createdByUserId: null, updatedByUserId: null, deletedAt: null },
    ...{ runAs: { type: 'api_key', id: keyId, tenantId, name: expect.any(String) }, blockedReason: null },
  });
  expect(await findJob(caller, body.id)).toEqual(body);
  expect((await caller.api.get(`${jobsPath}/${body.id}`)).body).toEqual(body);
});

proves('job-fields', async () => {
  const given = {
    ...aQueueJob({ description: 'For finance.', timezone: 'europe/paris', requireFeature: 'reports' }),
    ...{ targetPayload: { deep: { list: [1, 2.5, null, { a: 'ü' }] } }, isEnabled: false },
  };
  const ignored = { sourceType: 'module', sourceModule: 'x', lastRunAt: '2020-01-01', colour: 'red' };
  const job = await aStoredJob(await aCaller(), { ...given, ...ignored });
  expect(job).toMatchObject({
    ...{ ...given, timezone: 'Europe/Paris', targetCommand: null },
    ...{ sourceType: 'user', sourceModule: null, lastRunAt: null, nextRunAt: null },
  });
});

proves('next-run', async () => {
  const caller = await aCaller();
  const zoned = await aStoredJob(caller, aJob({ scheduleValue: '30 9 * * *', timezone: 'Asia/Kathmandu' }));
  expect(zoned.nextRunAt).toMatch(/T03:45:00\.000Z$/);
  for (const [scheduleValue, ms] of [
    ['90s', 90_000],
    ['15m', 900_000],
    ['365d', 31_536_000_000],
  ] as const) {
    const job = await aStoredJob(caller, aJob({ scheduleType: 'interval', scheduleValue }));
    const gapMs = Date.parse(job.nextRunAt ?? '') - Date.parse(job.createdAt);
    expect(gapMs).toBeGreaterThan(ms - 1_000);
    expect(gapMs).toBeLessThanOrEqual(ms);
  }
  const { id } = zoned;
  const hourly = await update(caller, { id, scheduleValue: '0 * * * *' });
  expect(Date.parse(hourly.nextRunAt ?? '') - Date.parse(hourly.updatedAt)).toBeLessThanOrEqual(3_600_000);
  const interval = await update(caller, { id, scheduleType: 'interval', scheduleValue: '2h' });
  expect(Date.parse(interval.nextRunAt ?? '') - Date.parse(interval.updatedAt)).toBeGreaterThan(7_190_000);
  expect(await findJob(caller, id)).toEqual(interval);
});

proves('refused-jobs', async () => {
  const { api } = await aCaller();
  const toQueue = { targetType: 'queue', targetCommand: null };
  const refused: [object, string][] = [
    [{ scheduleValue: undefined }, 'scheduleValue'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+01:00' }, 'timezone'],
    [{ targetCommand: undefined }, 'targetCommand'],
    [{ targetType: 'queue', targetCommand: undefined }, 'targetQueue'],
    [{ ...toQueue, targetQueue: 'nope' }, 'targetQueue'],
    [{ ...toQueue, targetQueue: 'scheduler-execution' }, 'targetQueue'],
    [{ targetQueue: 'jobs' }, 'targetQueue'],
    [{ targetPayload: [1] }, 'targetPayload'],
    [{ targetPayload: 'x' }, 'targetPayload'],
    [{ targetPayload: { text: 'x'.repeat(jobLimits.payloadBytes) } }, 'targetPayload'],
    [{ ...publishing, targetPayload: { type: 'nonsense', data: {} } }, 'targetPayload.type'],
  ];
  for (const [overrides, field] of refused) {
    const answer = await api.post(jobsPath, { body: aJob({ ...overrides }) });
    const refusal = { status: 400, body: refusalOf(field) };
    expect(answer, JSON.stringify(overrides).slice(0, 80)).toMatchObject(refusal);
  }
});

proves('refused-schedules', async () => {
  const { api } = await aCaller();
  const crons = ['0 9 * *', '0 0 9 * * *', '', '999 * * * *', '@daily', '0 0 30 2 *'];
  const intervals = ['15', '0m', '-5m', '0 9 * * *'];
  const refused: object[] = [
    ...crons.map((scheduleValue) => ({ scheduleValue })),
    ...intervals.map((scheduleValue) => ({ scheduleValue, scheduleType: 'interval' })),
    { targetCommand: 'reports.generate-daily' },
    { targetCommand: 'toString' },
  ];
  for (const overrides of refused) {
    const field = 'targetCommand' in overrides ? 'targetCommand' : 'scheduleValue';
    const { status, body } = await api.post(jobsPath, { body: aJob({ ...overrides }) });
    expect([status, body.details], JSON.stringify(overrides)).toEqual([422, refusalOf(field).details]);
  }
});

proves('partial-update', async () => {
  const caller = await aCaller();
  const given = { description: 'For finance.', requireFeature: 'reports', timezone: 'Europe/Paris' };
  const before = await aStoredJob(caller, aQueueJob(given));
  const { id } = before;
  const after = await update(caller, { id, name: 'Renamed', scopeType: 'organization' });
  expect(after).toEqual({ ...before, name: 'Renamed', updatedAt: after.updatedAt });
  expect(after.updatedAt > before.updatedAt).toBe(true);
  const cleared = await update(caller, { id, description: null, requireFeature: '' });
  expect(cleared).toMatchObject({ name: 'Renamed', description: null, requireFeature: null });
  expect(await findJob(caller, id)).toEqual(cleared);
});

proves('disabled', async () => {
  const caller = await aCaller();
  const { id, nextRunAt } = await aStoredJob(caller);
  expect((await update(caller, { id, isEnabled: false })).nextRunAt).toBeNull();
  expect((await findJob(caller, id))?.nextRunAt).toBeNull();
  expect((await update(caller, { id, scheduleValue: '0 0 2 1 *' })).nextRunAt).toBeNull();
  const on = await update(caller, { id, isEnabled: true });
  expect(on.nextRunAt).toBe(nextRunAt?.replace('-01-01T', '-01-02T'));
});

proves('other-target', async () => {
  const caller = await aCaller();
  const { id } = await aStoredJob(caller);
  const queue = { targetType: 'queue', targetQueue: 'jobs' };
  const queued = await update(caller, { id, ...queue, targetCommand: '' });
  expect(queued).toMatchObject({ ...queue, targetCommand: null });
  const command = { targetType: 'command', targetCommand: 'scheduler.test.echo', targetQueue: null };
  expect(await update(caller, { id, ...command })).toMatchObject(command);
  const renamed = await update(caller, { id, targetCommand: '', name: 'Renamed' });
  expect(renamed).toMatchObject({ name: 'Renamed', targetCommand: 'scheduler.test.echo' });
});

proves('refused-updates', async () => {
  const caller = await aCaller();
  const before = await aStoredJob(caller);
  const refused: [object, number, string][] = [
    [{ id: undefined }, 400, 'id'],
    [{ id: 'x' }, 400, 'id'],
    [{ scheduleType: 'interval' }, 400, 'scheduleValue'],
    [{ targetType: 'queue' }, 400, 'targetQueue'],
    [{ targetType: 'queue', targetQueue: '' }, 400, 'targetQueue'],
    [{ targetQueue: 'jobs' }, 400, 'targetQueue'],
    [{ timezone: 'x' }, 400, 'timezone'],
    [{ scheduleValue: '15m' }, 422, 'scheduleValue'],
    [{ targetCommand: 'nope' }, 422, 'targetCommand'],
  ];
  for (const [changes, status, field] of refused)
    expect(await put(caller, { id: before.id, ...changes }), field).toMatchObject({
      status,
      body: refusalOf(field),
    });
  expect(await findJob(caller, before.id)).toEqual(before);
});

proves('if-match', async () => {
  const caller = await aCaller();
  const { id } = await aStoredJob(caller);
  const headers = { 'if-match': '"1"' };
  const first = await put(caller, { id, name: 'first' }, headers);
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
  const stale = { status: 412, body: { code: 'stale' } };
  expect(await put(caller, { id, name: 'second' }, headers)).toMatchObject(stale);
  expect((await caller.api.delete(jobsPath, { body: { id }, headers })).status).toBe(412);
  expect((await findJob(caller, id))?.name).toBe('first');
});

proves('command-rights', async () => {
  const home = await aCaller();
  const weak = await aKey({ ...home, features: ['scheduler.*'] });
  const refusal = { status: 403, body: { code: 'rights_exceeded', requiredFeatures: ['events.publish'] } };
  expect(await weak.api.post(jobsPath, { body: aJob(publishing) })).toMatchObject(refusal);
  const { id, runAs, blockedReason } = await aStoredJob(home, aJob(publishing));
  expect([runAs, blockedReason]).toMatchObject([{ type: 'api_key', id: home.keyId }, null]);
  for (const change of [
    { targetPayload: { type: 'a.b.other', data: {} } },
    { condition: { field: 'time.hour', operator: '>=', value: 0 } },
  ])
    expect(await put(weak, { id, ...change })).toMatchObject(refusal);
  expect((await weak.api.post(`${jobsPath}/${id}/take-over`)).status).toBe(403);
  expect((await update(weak, { id, name: 'Other' })).runAs).toEqual(runAs);
});

proves('deleted', async () => {
  const caller = await aCaller();
  const kept = await aStoredJob(caller);
  const gone = { status: 404, body: { error: 'Job not found.', code: 'not_found' } };
  for (const place of ['body', 'query']) {
    const { id } = await aStoredJob(caller);
    const first = place === 'body' ? remove(caller, id) : caller.api.delete(`${jobsPath}?id=${id}`);
    expect(await first).toMatchObject({ status: 200, body: { ok: true } });
    for (const answer of [
      await remove(caller, id),
      await put(caller, { id, name: 'x' }),
      await caller.api.get(`${jobsPath}/${id}`),
      await caller.api.post('/api/scheduler/trigger', { body: { id } }),
      await caller.api.get(`${jobsPath}/${id}/executions`),
    ])
      expect(answer).toMatchObject(gone);
  }
  const listed = { data: [{ id: kept.id }], meta: { total: 1 } };
  expect((await caller.api.get(jobsPath)).body).toMatchObject(listed);
  for (const body of [undefined, {}])
    expect(await caller.api.delete(jobsPath, { body })).toMatchObject({ status: 400, body: refusalOf('id') });
});

proves('restored', async () => {
  const caller = await aCaller();
  const before = await aStoredJob(caller, aJob({ description: 'For finance.' }));
  const off = await aStoredJob(caller, aJob({ isEnabled: false }));
  const { id } = before;
  expect((await undo(caller, id)).status).toBe(404);
  await remove(caller, id);
  await remove(caller, off.id);
  const answers = await Promise.all([1, 2, 3].map(() => undo(caller, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const restored = await findJob(caller, id);
  expect(restored).toEqual({ ...before, updatedAt: restored?.updatedAt });
  expect((await undo(caller, off.id)).body).toMatchObject({ isEnabled: false, nextRunAt: null });
});

const shelf = once(async () => {
  const caller = await aTenant();
  const wide = await aKey({ ...caller, organizations: null });
  const beta = { name: 'beta', description: 'Totals_100%', isEnabled: false };
  const tenantWide = aJob({ name: 'Gamma', scopeType: 'tenant', scheduleValue: '0 0 2 1 *' });
  const jobs = [
    await aStoredJob(caller, aJob({ name: 'Alpha', scheduleValue: '0 0 3 1 *' })),
    await aStoredJob(caller, aQueueJob(beta)),
    await aStoredJob(wide, tenantWide),
  ];
  return { caller, jobs };
});
async function namesOf({ api }: Pick<TestCaller, 'api'>, query = ''): Promise<string[]> {
  const { data, meta } = await created(api.get<JobPage>(`${jobsPath}?${query}`));
  expect(meta.total).toBe(data.length);
  return data.map(({ name }) => name);
}

proves('list', async () => {
  const { caller, jobs } = await shelf();
  const { body } = await caller.api.get<JobPage>(jobsPath);
  expect(body).toEqual({ data: jobs.toReversed(), meta: { total: 3, pageSize: 20, page: 1 } });
  for (const [index, name] of ['Gamma', 'beta', 'Alpha', undefined].entries()) {
    const page = (await caller.api.get<JobPage>(`${jobsPath}?pageSize=1&page=${index + 1}`)).body;
    expect([page.data[0]?.name, page.meta]).toEqual([name, { total: 3, pageSize: 1, page: index + 1 }]);
  }
});

proves('list-filters', async () => {
  const { caller, jobs } = await shelf();
  const all = ['Gamma', 'beta', 'Alpha'];
  const found: Record<string, string[]> = {
    'search=ALPHA': ['Alpha'],
    'search=100%25': ['beta'],
    'search=_1': ['beta'],
    'search=nothing': [],
    'scopeType=tenant': ['Gamma'],
    'isEnabled=true': ['Gamma', 'Alpha'],
    'isEnabled=OFF': ['beta'],
    'isEnabled=': all,
    'sourceType=user': all,
    'sourceType=module': [],
    'sourceModule=data_sync': [],
    'sortBy=name&sortOrder=asc': ['Alpha', 'beta', 'Gamma'],
    'sortBy=name': ['Gamma', 'beta', 'Alpha'],
    'sortBy=nextRunAt&sortOrder=asc': ['beta', 'Gamma', 'Alpha'],
    'sortBy=createdAt&sortOrder=asc': ['Alpha', 'beta', 'Gamma'],
    'sortOrder=asc': ['Alpha', 'beta', 'Gamma'],
    'colour=red': all,
    [`id=${jobs[1]?.id.toUpperCase()}`]: ['beta'],
    [`id=${jobs[1]?.id}&isEnabled=true`]: [],
    'id=5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10': [],
  };
  for (const [query, names] of Object.entries(found))
    expect(await namesOf(caller, query), query).toEqual(names);
  for (const query of ['isEnabled=perhaps', 'sortBy=id', 'id=x']) {
    const answer = await caller.api.get(`${jobsPath}?${query}`);
    expect(answer).toMatchObject({ status: 400, body: refusalOf(query.split('=')[0] ?? '') });
  }
});

proves('visible-jobs', async () => {
  const { caller, jobs } = await shelf();
  const [sibling, admin] = [await aSibling(caller), await aSuperAdmin()];
  expect(await namesOf(sibling)).toEqual(['Gamma']);
  expect(await namesOf(await aTenant())).toEqual([]);
  expect(await namesOf(sibling, `id=${jobs[0]?.id}`)).toEqual([]);
  const ofPlatform = aJob({ scopeType: 'system', name: `Platform ${admin.keyId}` });
  const { id, name } = await aStoredJob(admin, ofPlatform);
  expect(await namesOf(admin, `scopeType=system&search=${admin.keyId}`)).toEqual([name]);
  expect(await namesOf(caller, `id=${id}`)).toEqual([]);
  await remove(admin, id);
});

proves('scopes', async () => {
  const { caller } = await shelf();
  const [admin, other] = [await aSuperAdmin(), await aTenant()];
  const post = ({ api }: TestCaller, body: Record<string, unknown>) =>
    api.post(jobsPath, { body: aJob(body) });
  const { tenantId, organizationId } = caller;
  expect((await post(caller, { tenantId, organizationId })).body).toMatchObject({ tenantId, organizationId });
  for (const place of [{ tenantId: other.tenantId }, { organizationId: other.organizationId }])
    expect((await post(caller, place)).status).toBe(403);
  const system = { scopeType: 'system' };
  expect(await post(caller, system)).toMatchObject({ status: 403, body: { required: ['super_admin'] } });
  const { id, ...job } = await aStoredJob(admin, aJob(system));
  expect(job).toMatchObject({ ...system, tenantId: null, organizationId: null });
  await remove(admin, id);
  const selected = await post(admin, { ...system, tenantId: admin.tenantId });
  expect(selected).toMatchObject({ status: 400, body: refusalOf('tenantId') });
  const unsupported = await post(admin, { ...system, ...publishing });
  expect(unsupported).toMatchObject({ status: 400, body: refusalOf('scopeType') });
});

proves('moved', async () => {
  const owner = await aTenant();
  const [sibling, wide] = [await aSibling(owner), await aKey({ ...owner, organizations: null })];
  const { tenantId, organizationId } = owner;
  const job = await aStoredJob(owner);
  const { id } = job;
  const move = (to: TestCaller, scopeType: string) =>
    created(
      wide.api.put<Job>(`${jobsPath}?organizationId=${to.organizationId}`, { body: { id, scopeType } }),
    );
  const inTenant = { scopeType: 'tenant', tenantId, organizationId: null };
  expect(await move(owner, 'tenant')).toMatchObject(inTenant);
  expect([await namesOf(sibling), await namesOf(owner)]).toEqual([[job.name], [job.name]]);
  const { nextRunAt, createdAt } = job;
  const back = { scopeType: 'organization', organizationId: sibling.organizationId, nextRunAt, createdAt };
  expect(await move(sibling, 'organization')).toMatchObject(back);
  expect([await namesOf(sibling), await namesOf(owner)]).toEqual([[job.name], []]);
  const own = await aStoredJob(owner);
  const refusal = { status: 403, body: { code: 'rights_exceeded' } };
  expect(await put(owner, { id: own.id, scopeType: 'tenant' })).toMatchObject(refusal);
  const toPlatform = await put(owner, { id: own.id, scopeType: 'system' });
  expect(toPlatform).toMatchObject({ status: 403, body: { code: 'missing_feature' } });
  const targetPayload = { ruleSetId: tenantId };
  const executing = aJob({ targetCommand: 'business_rules.execute_set', targetPayload });
  const command = await aStoredJob(owner, executing);
  const path = `${jobsPath}?organizationId=${organizationId}`;
  const needsOrganization = await wide.api.put(path, { body: { id: command.id, scopeType: 'tenant' } });
  expect(needsOrganization.status).toBe(400);
});
