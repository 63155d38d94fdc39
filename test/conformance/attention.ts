import { expect } from 'vitest';
import type { Cause, FailingTenant } from '../../shared/modules/attention/contract.ts';
import { save, turn } from '../support/builders/integrations.ts';
import { aJob, aStoredJob, endedRun, jobsPath, trigger } from '../support/builders/scheduler.ts';
import type { TestCaller } from '../support/builders/tenants.ts';
import { aWebhook, webhookPath } from '../support/builders/webhooks.ts';
import { buryLetters } from '../support/clients/dead-letters.ts';
import { conformance } from './support/conformance.ts';
import { aReceiver, localControl } from './support/receivers.ts';
import { aCaller, aKey, aName, aSibling, aSuperAdmin, aTenant } from './support/stage.ts';
import { aSource, rows } from './support/sync-source.ts';

const { proves } = conformance('attention');

const path = '/api/attention/causes';
const integration = 'sync_http_json';
const credentials = { baseUrl: 'https://api.example.com/v1', token: 'token-of-great-value' };

interface Causes {
  items: Cause[];
  open: number;
  kinds: string[];
  leftOut: { kind: string; feature: string }[];
  isComplete: boolean;
}

async function causesOf({ api }: Pick<TestCaller, 'api'>, query = ''): Promise<Causes> {
  const { status, body } = await api.get<Causes>(`${path}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const decide = ({ api }: TestCaller, id: string, action: string, body?: object) =>
  api.post<Cause>(`${path}/${encodeURIComponent(id)}/${action}`, body && { body });

/** The only cause of a caller. */
async function theCause(caller: TestCaller): Promise<Cause> {
  const { items } = await causesOf(caller);
  const [only] = items;
  if (only === undefined || items.length > 1) throw new Error(`Not one cause: ${JSON.stringify(items)}`);
  return only;
}

/** Something that fails, what its cause shows, and how it works again. */
interface Failure {
  shows: object;
  fail: () => Promise<unknown>;
  mend: () => Promise<unknown>;
}

async function failingWebhook(caller: TestCaller): Promise<Failure> {
  const sink = await aReceiver(caller);
  const { id, name } = await aWebhook(caller, { name: aName('webhook') }, sink);
  const send = async (status: number) => {
    sink.respond(() => ({ status }));
    await caller.api.post(`${webhookPath(id)}/test`, { body: {} });
  };
  return {
    shows: { kind: 'failing_webhook', title: name, message: 'The last attempt failed.', resourceId: id },
    fail: () => send(500),
    mend: () => send(200),
  };
}

async function failingJob(caller: TestCaller): Promise<Failure> {
  const target = (targetPayload: object, targetCommand: string) => ({ targetPayload, targetCommand });
  const failing = target({ ruleSetId: crypto.randomUUID() }, 'business_rules.execute_set');
  const working = target({ type: 'sales.order.counted', data: {} }, 'webhooks.publish_event');
  const { id, name } = await aStoredJob(caller, aJob({ ...failing, name: aName('job') }));
  const run = async (body: object) => {
    await caller.api.put(jobsPath, { body: { id, ...body } });
    await endedRun(caller, await trigger(caller, id));
  };
  return {
    shows: { kind: 'failing_job', title: name, message: 'Rule set not found.', resourceId: id },
    fail: () => run(failing),
    mend: () => run(working),
  };
}

async function failingSync(caller: TestCaller): Promise<Failure> {
  const source = await aSource(rows(1), caller);
  return {
    shows: {
      kind: 'failing_sync',
      title: 'JSON over HTTP: crm.customer',
      message: '1 failed row',
      resourceId: expect.any(String),
    },
    fail: () => {
      source.items = [...rows(1), 'bad'];
      return source.sync({ fullSync: true });
    },
    mend: () => {
      source.items = rows(1);
      return source.sync({ fullSync: true });
    },
  };
}

async function needyIntegration(caller: TestCaller): Promise<Failure> {
  const message = 'It is enabled, but has no credentials.';
  return {
    shows: { kind: 'integration_in_need', message, resourceId: integration },
    fail: async () => {
      await turn(caller, integration, { isEnabled: true });
      await caller.api.put(`/api/integrations/${integration}/credentials`, { body: { credentials: {} } });
    },
    mend: () => save(caller, integration, credentials),
  };
}

const failures = { failingWebhook, failingJob, failingSync, needyIntegration };
const named = Object.keys(failures) as (keyof typeof failures)[];

proves('ends', named, async (name) => {
  const caller = await aCaller();
  const { shows, fail, mend } = await failures[name](caller);
  expect((await causesOf(caller)).items).toEqual([]);
  await fail();
  const { items, open, isComplete } = await causesOf(caller);
  const { organizationId, tenantId } = caller;
  expect(items).toMatchObject([
    { ...shows, count: 1, state: 'open', since: expect.any(String), organizationId, tenantId },
  ]);
  expect({ open, isComplete }).toEqual({ open: 1, isComplete: true });
  await mend();
  expect(await causesOf(caller)).toMatchObject({ items: [], open: 0 });
});

proves('new-failure', named, async (name) => {
  const caller = await aCaller();
  const { fail, mend } = await failures[name](caller);
  await fail();
  const { id } = await theCause(caller);
  expect(await decide(caller, id, 'acknowledge')).toMatchObject({ status: 200, body: { id } });
  await mend();
  await fail();
  expect(await theCause(caller)).toMatchObject({ id, state: 'open', decidedBy: null, decidedAt: null });
});

proves('disabled-webhook', async () => {
  const caller = await aCaller();
  const sink = await aReceiver(caller);
  const { id } = await aWebhook(caller, {}, sink);
  sink.respond(() => ({ status: 410 }));
  await caller.api.post(`${webhookPath(id)}/test`, { body: {} });
  expect(await theCause(caller)).toMatchObject({
    ...{ kind: 'failing_webhook', resourceId: id, state: 'open' },
    message: 'The receiver returned 410 (Gone), so it was disabled.',
  });
  await caller.api.put(webhookPath(id), { body: { isActive: true } });
  expect((await causesOf(caller)).items).toEqual([]);
  await caller.api.put(webhookPath(id), { body: { isActive: false } });
  expect((await causesOf(caller)).items).toEqual([]);
});

proves('dead-letters', async () => {
  localControl();
  const admin = await aSuperAdmin();
  await buryLetters('jobs', 'no envelope');
  const ofQueue = async () =>
    (await causesOf(admin)).items.find((cause) => cause.kind === 'dead_letters' && cause.title === 'jobs');
  const cause = await ofQueue();
  expect(cause).toMatchObject({ id: 'dead_letters:platform:jobs', tenantId: null, organizationId: null });
  const decided = await decide(admin, String(cause?.id), 'acknowledge');
  expect(decided.body).toMatchObject({ state: 'acknowledged' });
  await admin.api.post('/api/overview/dead-letters/jobs/redrive');
  expect(await ofQueue()).toBeUndefined();
  await buryLetters('jobs', 'no envelope');
  expect(await ofQueue()).toMatchObject({ state: 'open' });
  await admin.api.post('/api/overview/dead-letters/jobs/redrive');
  const other = await causesOf(await aCaller());
  expect(other.kinds).not.toContain('dead_letters');
  expect(other.leftOut).toContainEqual({ kind: 'dead_letters', feature: 'super_admin' });
});

/** A caller with a cause: an integration that lacks credentials. */
async function aFailing(caller?: TestCaller): Promise<{ caller: TestCaller; id: string }> {
  const owner = caller ?? (await aCaller());
  await turn(owner, integration, { isEnabled: true });
  return { caller: owner, id: `integration_in_need:${owner.organizationId}:${integration}` };
}

proves('acknowledged', async () => {
  const caller = await aCaller();
  const { fail } = await failingWebhook(caller);
  await fail();
  const { id } = await theCause(caller);
  const decided = { id, state: 'acknowledged', decidedBy: `api_key:${caller.keyId}`, mutedUntil: null };
  const { body } = await decide(caller, id, 'acknowledge');
  expect(body).toMatchObject({ ...decided, decidedAt: expect.any(String) });
  await fail();
  expect(await theCause(caller)).toMatchObject({ ...decided, count: 2 });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

proves('muted', async () => {
  const { caller, id } = await aFailing();
  const until = inDays(1);
  const muted = { state: 'muted', mutedUntil: until };
  expect((await decide(caller, id, 'mute', { until })).body).toMatchObject(muted);
  expect(await theCause(caller)).toMatchObject(muted);
  const day = inDays(2).slice(0, 10);
  expect((await decide(caller, id, 'mute', { until: day })).body.mutedUntil).toBe(`${day}T23:59:59.999Z`);
  const inWords = new Date(inDays(1)).toUTCString();
  for (const refused of [inDays(-1), inDays(91), 'tomorrow', inWords])
    expect(await decide(caller, id, 'mute', { until: refused })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'until' }] },
    });
});

proves('taken-back', async () => {
  const { caller, id } = await aFailing();
  for (const decision of ['acknowledge', 'mute'])
    for (const _ of ['taken back', 'open already']) {
      await decide(caller, id, decision, decision === 'mute' ? { until: inDays(1) } : undefined);
      expect((await decide(caller, id, 'reopen')).body).toMatchObject({ state: 'open', mutedUntil: null });
    }
  expect(await decide(caller, id, 'reopen')).toMatchObject({ status: 200, body: { state: 'open' } });
  expect(await theCause(caller)).toMatchObject({ state: 'open' });
});

proves('states', async () => {
  const { caller, id } = await aFailing();
  const { fail } = await failingJob(caller);
  await fail();
  await decide(caller, id, 'acknowledge');
  const kindsWith = async (query: string) => {
    const { items, open } = await causesOf(caller, query);
    return [items.map(({ kind }) => kind), open];
  };
  expect(await kindsWith('?state=open')).toEqual([['failing_job'], 1]);
  expect(await kindsWith('?state=acknowledged')).toEqual([['integration_in_need'], 1]);
  expect(await kindsWith('?state=muted,acknowledged')).toEqual([['integration_in_need'], 1]);
  expect(await kindsWith('')).toEqual([['failing_job', 'integration_in_need'], 1]);
});

proves('left-out', async () => {
  const { caller } = await aFailing();
  const viewer = await aKey({ ...caller, features: ['webhooks.view'] });
  const ofViewer = await causesOf(viewer);
  expect(ofViewer).toMatchObject({ items: [], open: 0, kinds: ['failing_webhook'] });
  expect(ofViewer.leftOut).toContainEqual({ kind: 'integration_in_need', feature: 'integrations.view' });
  const stranger = await aKey({ ...caller, features: ['notifications.create'] });
  expect(await causesOf(stranger)).toMatchObject({ items: [], kinds: [] });
});

proves('features', async () => {
  const { caller, id } = await aFailing();
  for (const [features, required] of [
    [['integrations.view'], 'attention.manage'],
    [['attention.manage'], 'integrations.view'],
  ] as const) {
    const limited = await aKey({ ...caller, features });
    const refused = { status: 403, body: { required: [required] } };
    for (const action of ['acknowledge', 'reopen'])
      expect(await decide(limited, id, action)).toMatchObject(refused);
  }
  const allowed = await aKey({ ...caller, features: ['integrations.view', 'attention.manage'] });
  expect(await decide(allowed, id, 'acknowledge')).toMatchObject({ status: 200 });
});

proves('hidden', async () => {
  const { caller, id } = await aFailing();
  const strangers = [await aSibling(caller), await aTenant()];
  for (const stranger of strangers) {
    expect((await causesOf(stranger)).items).toEqual([]);
    expect((await decide(stranger, id, 'acknowledge')).status).toBe(404);
  }
  for (const unknown of ['nothing', `unheard:${caller.organizationId}:x`, 'dead_letters:platform:jobs'])
    expect((await decide(caller, unknown, 'acknowledge')).status).toBe(404);
  await turn(caller, integration, { isEnabled: false });
  expect((await decide(caller, id, 'acknowledge')).status).toBe(404);
});

proves('recorded', async () => {
  const { caller, id } = await aFailing();
  const until = inDays(1);
  await decide(caller, id, 'acknowledge');
  await decide(caller, id, 'mute', { until });
  await decide(caller, id, 'reopen');
  const { body } = await caller.api.get<{ items: object[] }>(
    '/api/audit_logs/actions?resource=attention.cause',
  );
  expect(body.items).toMatchObject([
    { action: 'reopened', resourceId: id },
    { action: 'muted', resourceId: id, changes: { mutedUntil: { after: until } } },
    { action: 'acknowledged', resourceId: id, actorId: caller.keyId },
  ]);
});

proves('tenants', async () => {
  const admin = await aSuperAdmin();
  const { caller, id } = await aFailing(await aTenant());
  const find = async () => {
    const items: FailingTenant[] = [];
    let after: string | null = '';
    while (after !== null) {
      const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const { status, body } = await admin.api.get<{ items: FailingTenant[]; next: string | null }>(
        `/api/attention/tenants?limit=5${query}`,
      );
      expect(status).toBe(200);
      items.push(...body.items);
      after = body.next;
    }
    return items.filter(({ tenantId }) => tenantId === caller.tenantId);
  };
  const failing = { open: 1, kinds: { integration_in_need: 1 }, isComplete: true };
  expect(await find()).toMatchObject([{ ...failing, organizationIds: [caller.organizationId] }]);
  await decide(caller, id, 'acknowledge');
  expect(await find()).toEqual([]);
  expect((await caller.api.get('/api/attention/tenants')).status).toBe(403);
  // No sort key of the table is as long.
  const tooLong = encodeURIComponent('é'.repeat(600));
  expect(await admin.api.get(`/api/attention/tenants?after=${tooLong}`)).toMatchObject({
    status: 400,
    body: { details: [{ field: 'after' }] },
  });
});
