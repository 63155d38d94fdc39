/** Jobs that run a command: history, principal and effects of each command. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandHandlers } from '../../../shared/catalog/command-handlers.ts';
import type { Principal } from '../../../shared/kernel/base/principal.ts';
import type { CommandContext } from '../../../shared/kernel/commands/command.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aRole } from '../../support/builders/roles.ts';
import { aStoredRule, aStoredSet, listLogs } from '../../support/builders/rules.ts';
import {
  aJob,
  aStoredJob,
  endedRun,
  endedRuns,
  findJob,
  fire,
  jobsPath,
  queueJobPath,
  told,
  trigger,
} from '../../support/builders/scheduler.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { listDeliveries } from '../../support/builders/webhooks.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const publish = {
  targetCommand: 'webhooks.publish_event',
  targetPayload: { type: 'sales.report.due', data: { a: 1 } },
};

describe('a run of a command', () => {
  it('is listed in the history, updates the job, and publishes its result', async () => {
    const caller = await aTenant();
    const job = await aStoredJob(caller);
    const eventsSince = await watchEvents(caller.tenantId);
    await fire(job.id);
    const [run] = await endedRuns(caller, job.id);
    const [ended, time] = [
      { state: 'completed', progress: 100, error: null, attemptsMade: 1 },
      expect.any(String),
    ];
    expect(run).toEqual({
      id: expect.stringMatching(new RegExp(`^${job.id}-\\d{13}$`)),
      ...{ ...ended, triggerType: 'scheduled', triggeredByUserId: null },
      ...{ scheduledAt: time, startedAt: time, completedAt: time, durationMs: expect.any(Number) },
      result: { echoed: job.targetPayload, timestamp: time },
    });
    expect(await findJob(caller, job.id)).toEqual({ ...job, lastRunAt: run?.completedAt });
    const { tenantId, organizationId } = caller;
    const data = { scheduleId: job.id, scheduleName: job.name, tenantId, organizationId };
    expect((await caller.api.get(queueJobPath(run?.id ?? ''))).body).toEqual({
      ...{ id: run?.id, name: job.name, ...ended, data, stacktrace: null },
      ...{ result: run?.result, returnvalue: run?.result },
      ...{ timestamp: run?.scheduledAt, processedOn: run?.startedAt, finishedOn: run?.completedAt },
    });
    const events = await eventsSince();
    expect(events.map(({ type }) => type)).toEqual(['scheduler.job.started', 'scheduler.job.completed']);
    const result = { result: run?.result, commandResult: run?.result, triggerType: 'scheduled' };
    const ran = { id: job.id, queueJobId: run?.id, commandId: 'scheduler.test.echo' };
    expect(events[1]).toMatchObject({ organizationId, data: { ...data, ...ran, ...result } });
  });

  it('publishes an event in the job’s scope, once, with the same id for repetitions', async () => {
    const caller = await aTenant();
    const admin = await aTenantAdmin(caller);
    const job = await aStoredJob(admin, aJob({ ...publish, scopeType: 'tenant' }));
    const eventsSince = await watchEvents(caller.tenantId);
    const run = await endedRun(caller, await trigger(admin, job.id));
    expect(run.result).toEqual({ id: `scheduler-${run.id}` });
    expect((await eventsSince()).filter(({ type }) => type === 'sales.report.due')).toMatchObject([
      { id: `scheduler-${run.id}`, tenantId: caller.tenantId, organizationId: null, data: { a: 1 } },
    ]);
  });

  it('fails at once if its owner has lost the right', async () => {
    const home = await aTenant();
    const role = await aRole(home, { features: ['events.publish', 'scheduler.jobs.*'] });
    const owner = await aKey({ ...home, features: ['scheduler.jobs.*'], roles: [role] });
    const job = await aStoredJob(owner, aJob(publish));
    expect((await endedRun(home, await trigger(home, job.id))).state).toBe('completed');

    const acl = { roleId: role.id, features: ['scheduler.jobs.*'] };
    expect((await home.api.put('/api/auth/roles/acl', { body: acl })).status).toBe(200);
    const eventsSince = await watchEvents(home.tenantId);
    const refused = await endedRun(home, await trigger(home, job.id));
    expect(refused).toMatchObject({
      state: 'failed',
      attemptsMade: 1,
      error: expect.stringContaining('no longer has the feature events.publish'),
      stacktrace: expect.stringMatching(/^Attempt 1, .*: The user or key/),
    });
    expect(await told(eventsSince)).toEqual(['started', 'failed']);
  });

  it('fails for a whole tenant if its owner may no longer select every organization', async () => {
    const home = await aTenant();
    const admin = await aTenantAdmin(home);
    const features = ['events.publish', 'scheduler.jobs.*'];
    const role = await aRole(home, { features, organizations: null });
    const owner = await aTenantAdmin(home, { features, roles: [role] });
    const job = await aStoredJob(owner, aJob({ ...publish, scopeType: 'tenant' }));
    const acl = { roleId: role.id, features, organizations: [home.organizationId] };
    expect((await admin.api.put('/api/auth/roles/acl', { body: acl })).status).toBe(200);

    const eventsSince = await watchEvents(home.tenantId);
    const refused = await endedRun(home, await trigger(admin, job.id));
    expect(refused.error).toContain('no longer has access to its tenant or organization');
    expect(await told(eventsSince)).toEqual(['started', 'failed']);
  });

  it('runs with the rights of a user or super admin, but only in its own scope', async () => {
    const [caller, admin] = [await aTenant(), await aSuperAdmin()];
    const { tenantId, organizationId } = caller;
    const job = await aStoredJob(admin, aJob({ ...publish, tenantId, organizationId }));
    const eventsSince = await watchEvents(tenantId);
    expect((await endedRun(caller, await trigger(caller, job.id))).state).toBe('completed');
    const [event] = (await eventsSince()).filter(({ type }) => type === 'sales.report.due');
    expect(event).toMatchObject({ tenantId, organizationId });
  });
});

describe('the command business_rules.execute_set', () => {
  const targetCommand = 'business_rules.execute_set';
  let sink: Sink;
  beforeAll(async () => {
    sink = await startSink();
  });
  afterAll(() => sink.stop());
  beforeEach(() => vi.stubEnv('ALLOW_PRIVATE_WEBHOOKS', 'true'));

  /** A set with one rule that calls the sink if the total is large. */
  async function aCallingSet(caller: TestCaller) {
    const path = `/${randomUUID()}`;
    const rule = await aStoredRule(caller, {
      conditionExpression: { field: 'total', operator: '>', value: 100 },
      successActions: [{ type: 'CALL_WEBHOOK', config: { url: `${sink.url}${path}` } }],
    });
    const set = await aStoredSet(caller, {}, [rule]);
    const received = () => sink.requests.filter((request) => request.path === path).length;
    return { set, targetPayload: { ruleSetId: set.id, entityId: 'SO-1', data: { total: 250 } }, received };
  }

  it('executes a set of the job’s organization with the rights of the owner, with effects and log', async () => {
    const caller = await aTenant();
    const { set, targetPayload, received } = await aCallingSet(caller);
    const job = await aStoredJob(caller, aJob({ targetCommand, targetPayload }));
    const run = await endedRun(caller, await trigger(caller, job.id));
    expect(run).toMatchObject({
      state: 'completed',
      result: { setId: set.setId, allowed: true, executedRules: 1, errors: [], logIds: [expect.any(String)] },
    });
    await expect.poll(received).toBe(1);
    const [id] = (run.result as { logIds: string[] }).logIds;
    const executedBy = `api_key:${caller.keyId}`;
    expect((await listLogs(caller)).items).toMatchObject([{ id, entityId: 'SO-1', executedBy }]);
  });

  it('has its effects once per run, and returns the result of the first attempt', async () => {
    const caller = await aTenant();
    const { targetPayload } = await aCallingSet(caller);
    const { tenantId, organizationId, keyId } = caller;
    const owner = async () => ({ subject: `api_key:${keyId}` }) as Principal;
    const idempotencyKey = `scheduler-${randomUUID()}`;
    const context = { tenantId, organizationId, owner, idempotencyKey };
    const attempt = (payload: Record<string, unknown> = targetPayload) =>
      commandHandlers[targetCommand]?.(payload, context as unknown as CommandContext);
    await attempt({ ...targetPayload, dryRun: true });
    expect((await listLogs(caller)).total).toBe(0);
    const [first, second] = await Promise.all([attempt(), attempt()]);
    expect(second).toEqual(first);
    expect(await attempt({ ...targetPayload, data: {} })).toEqual(first);
    expect((await listLogs(caller)).total).toBe(1);
    expect((await listDeliveries(caller)).total).toBe(1);
    await expect(attempt({ ruleSetId: 'nonsense' })).rejects.toThrow('does not take this payload');
  });

  it('executes no set of another organization or tenant', async () => {
    const caller = await aTenant();
    for (const stranger of [await aTenant(), await aSibling(caller)]) {
      const { targetPayload } = await aCallingSet(stranger);
      const job = await aStoredJob(caller, aJob({ targetCommand, targetPayload }));
      const run = await endedRun(caller, await trigger(caller, job.id));
      expect(run).toMatchObject({ state: 'failed', attemptsMade: 1, error: 'Rule set not found.' });
      expect((await listLogs(stranger)).total).toBe(0);
    }
  });

  it.each([
    ['no set', { data: {} }, 'targetPayload.ruleSetId'],
    ['an invalid id', { ruleSetId: 'R-1' }, 'targetPayload.ruleSetId'],
    ['a dry run that is not a boolean', { ruleSetId: randomUUID(), dryRun: 'yes' }, 'targetPayload.dryRun'],
  ])('is refused with %s', async (_, targetPayload, field) => {
    const { api } = await aTenant();
    const { status, body } = await api.post(jobsPath, { body: aJob({ targetCommand, targetPayload }) });
    expect(status).toBe(400);
    expect(body.details).toContainEqual({ field, message: expect.any(String) });
  });
});
