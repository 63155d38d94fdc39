import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { jobLimits } from '../../../shared/modules/scheduler/limits.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import {
  aJob,
  aQueueJob,
  aStoredJob,
  findJob,
  type JobPage,
  jobsPath,
  schedulesOf,
} from '../../support/builders/scheduler.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { anAdminWithoutTenant, aSuperAdmin } from '../../support/builders/toggles.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { apiFor } from '../../support/clients/api.ts';
import { during } from '../../support/fault-injection/faults.ts';

/** For requests that change nothing. */
let refused: TestCaller;
beforeAll(async () => {
  refused = await aTenant();
});

describe('POST /api/scheduler/jobs', () => {
  it('returns the whole job, with defaults for omitted fields', async () => {
    const caller = await aTenant();
    const beforeMs = Date.now();
    const { status, body, headers } = await caller.api.post<Job>(jobsPath, { body: aJob() });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organizationId: caller.organizationId,
      tenantId: caller.tenantId,
      scopeType: 'organization',
      name: 'Yearly greeting',
      description: null,
      scheduleType: 'cron',
      scheduleValue: '0 0 1 1 *',
      timezone: 'UTC',
      targetType: 'command',
      targetQueue: null,
      targetCommand: 'scheduler.test.echo',
      targetPayload: { text: 'Happy new year' },
      requireFeature: null,
      isEnabled: true,
      lastRunAt: null,
      nextRunAt: `${new Date().getUTCFullYear() + 1}-01-01T00:00:00.000Z`,
      sourceType: 'user',
      sourceModule: null,
      createdAt: body.updatedAt,
      createdBy: `api_key:${caller.keyId}`,
      updatedAt: expect.any(String),
      updatedBy: `api_key:${caller.keyId}`,
      deletedAt: null,
      createdByUserId: null,
      updatedByUserId: null,
      runAs: { type: 'api_key', id: caller.keyId, tenantId: caller.tenantId, name: 'test key' },
      blockedReason: null,
    });
    expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(beforeMs);
    expect(await findJob(caller, body.id)).toEqual(body);
  });

  it('records its creator, accepts all documented fields, and ignores unknown ones', async () => {
    const caller = await aTenant();
    const user = await aUser(caller);
    const { token } = await aSession(user);
    const given = {
      ...aQueueJob({ description: 'For finance.', timezone: 'europe/paris', requireFeature: 'reports' }),
      targetPayload: { deep: { list: [1, 2.5, null, { a: 'ü' }] } },
      isEnabled: false,
    };
    const body = {
      ...given,
      sourceType: 'module',
      sourceModule: 'x',
      lastRunAt: '2020-01-01',
      colour: 'red',
    };
    const answer = await caller.api.post<Job>(jobsPath, {
      body,
      headers: { 'x-api-key': '', authorization: `Bearer ${token}` },
    });
    expect(answer.body).toMatchObject({
      ...given,
      targetCommand: null,
      timezone: 'Europe/Paris',
      sourceType: 'user',
      sourceModule: null,
      lastRunAt: null,
      nextRunAt: null,
      createdByUserId: user.id,
      updatedByUserId: user.id,
    });
  });

  it('computes the next run in the job’s time zone, and for an interval from now', async () => {
    const caller = await aTenant();
    const zoned = await aStoredJob(caller, aJob({ scheduleValue: '30 9 * * *', timezone: 'Asia/Kathmandu' }));
    expect(new Date(zoned.nextRunAt ?? '').toISOString()).toMatch(/T03:45:00\.000Z$/);
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
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['a description that is too long', { description: 'x'.repeat(2_001) }, 'description'],
    ['no scope', { scopeType: undefined }, 'scopeType'],
    ['an unknown scope', { scopeType: 'galaxy' }, 'scopeType'],
    ['an unknown schedule type', { scheduleType: 'moon' }, 'scheduleType'],
    ['no schedule value', { scheduleValue: undefined }, 'scheduleValue'],
    ['a zone that does not exist', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset as zone', { timezone: '+01:00' }, 'timezone'],
    ['an unknown target type', { targetType: 'fax' }, 'targetType'],
    ['no command', { targetCommand: undefined }, 'targetCommand'],
    ['no queue', { targetType: 'queue', targetCommand: undefined }, 'targetQueue'],
    ['an unknown queue', { targetType: 'queue', targetCommand: null, targetQueue: 'nope' }, 'targetQueue'],
    [
      'a queue of the platform',
      { targetType: 'queue', targetCommand: null, targetQueue: 'scheduler-execution' },
      'targetQueue',
    ],
    ['a queue together with a command', { targetQueue: 'jobs' }, 'targetQueue'],
    ['a payload that is a list', { targetPayload: [1] }, 'targetPayload'],
    ['a payload that is a text', { targetPayload: 'x' }, 'targetPayload'],
    [
      'a payload that is too large',
      { targetPayload: { text: 'x'.repeat(jobLimits.payloadBytes) } },
      'targetPayload',
    ],
    ['an invalid isEnabled', { isEnabled: 'yes' }, 'isEnabled'],
    [
      'an invalid payload of its command',
      { targetCommand: 'webhooks.publish_event', targetPayload: { type: 'nonsense', data: {} } },
      'targetPayload.type',
    ],
  ])('returns 400 and names the field for %s', async (_, overrides, field) => {
    const { status, body } = await refused.api.post(jobsPath, { body: aJob(overrides) });
    expect(status).toBe(400);
    expect(body.details).toContainEqual({ field, message: expect.any(String) });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a cron expression of four fields', { scheduleValue: '0 9 * *' }, 'scheduleValue'],
    ['a cron expression of six fields', { scheduleValue: '0 0 9 * * *' }, 'scheduleValue'],
    ['an empty cron expression', { scheduleValue: '' }, 'scheduleValue'],
    ['a minute that does not exist', { scheduleValue: '999 * * * *' }, 'scheduleValue'],
    ['a macro', { scheduleValue: '@daily' }, 'scheduleValue'],
    ['a day that never comes', { scheduleValue: '0 0 30 2 *' }, 'scheduleValue'],
    ['an interval without unit', { scheduleType: 'interval', scheduleValue: '15' }, 'scheduleValue'],
    ['an interval of zero', { scheduleType: 'interval', scheduleValue: '0m' }, 'scheduleValue'],
    ['a negative interval', { scheduleType: 'interval', scheduleValue: '-5m' }, 'scheduleValue'],
    ['a cron expression as interval', { scheduleType: 'interval' }, 'scheduleValue'],
    ['an unknown command', { targetCommand: 'reports.generate-daily' }, 'targetCommand'],
    ['a command named like an object member', { targetCommand: 'toString' }, 'targetCommand'],
  ])('returns 422 and names the field for %s', async (_, overrides, field) => {
    const { status, body } = await refused.api.post(jobsPath, { body: aJob(overrides) });
    expect(status).toBe(422);
    expect(body.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it('refuses commands for which the caller lacks the right', async () => {
    const home = await aTenant();
    const manager = await aKey({ ...home, features: ['scheduler.jobs.*'] });
    const publish = { targetCommand: 'webhooks.publish_event', targetPayload: { type: 'a.b.c', data: {} } };
    const { status, body } = await manager.api.post(jobsPath, { body: aJob(publish) });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'rights_exceeded', required: ['events.publish'] });
  });

  it('leaves nothing behind if it cannot be stored', async () => {
    const caller = await aTenant();
    const name = randomUUID();
    const fault = { effect: 'error', action: 'TransactWriteItems', bodyContains: caller.tenantId } as const;
    const { status } = await during(fault, () => caller.api.post(jobsPath, { body: aJob({ name }) }));
    expect(status).toBe(503);
    expect((await caller.api.get<JobPage>(jobsPath)).body.meta.total).toBe(0);
    expect(await schedulesOf(caller.tenantId)).toEqual([]);
  });

  it('leaves nothing behind if EventBridge is not reachable', async () => {
    const caller = await aTenant();
    const fault = { effect: 'error', service: 'scheduler', bodyContains: caller.tenantId } as const;
    const { status } = await during(fault, () => caller.api.post(jobsPath, { body: aJob() }));
    expect(status).toBe(503);
    expect((await caller.api.get<JobPage>(jobsPath)).body.meta.total).toBe(0);
  });
});

describe('the scope of a new job', () => {
  it('is the selected organization, or the whole tenant', async () => {
    const caller = await aTenant();
    const { tenantId, organizationId } = caller;
    expect(await aStoredJob(caller, aJob({ tenantId, organizationId }))).toMatchObject({
      tenantId,
      organizationId,
    });
    expect(await aStoredJob(await aTenantAdmin(caller), aJob({ scopeType: 'tenant' }))).toMatchObject({
      tenantId,
      organizationId: null,
    });
  });

  it('must be selected', async () => {
    const api = await anAdminWithoutTenant();
    const { tenantId } = await aTenant();
    for (const [scopeType, path] of [
      ['organization', jobsPath],
      ['tenant', jobsPath],
      ['organization', `${jobsPath}?tenantId=${tenantId}`],
    ] as const) {
      const { status, body } = await api.post(path, { body: aJob({ scopeType }) });
      expect(status).toBe(400);
      expect(body.code).toBe('scope_required');
    }
  });

  it('is refused for an inaccessible tenant', async () => {
    const [caller, other] = [await aTenant(), await aTenant()];
    for (const place of [{ tenantId: other.tenantId }, { organizationId: other.organizationId }]) {
      const { status } = await caller.api.post(jobsPath, { body: aJob(place) });
      expect(status).toBe(403);
    }
  });

  it('is the platform for super admins only, even those without a tenant', async () => {
    const [caller, admin] = [await aTenant(), await aSuperAdmin()];
    const body = aJob({ scopeType: 'system' });
    const answer = await caller.api.post(jobsPath, { body });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ required: ['super_admin'] });
    for (const api of [admin.api, await anAdminWithoutTenant()]) {
      const job = await aStoredJob({ api }, body);
      expect(job).toMatchObject({ scopeType: 'system', tenantId: null, organizationId: null });
      await api.delete(jobsPath, { body: { id: job.id } });
    }
  });

  it('is the platform without any tenant or organization', async () => {
    const admin = await aSuperAdmin();
    for (const place of [{ tenantId: admin.tenantId }, { organizationId: admin.organizationId }]) {
      const { status, body } = await admin.api.post(jobsPath, {
        body: aJob({ scopeType: 'system', ...place }),
      });
      expect(status).toBe(400);
      expect(body.details).toEqual([{ field: Object.keys(place)[0], message: expect.any(String) }]);
    }
  });

  it('must be supported by the command', async () => {
    const admin = await aSuperAdmin();
    const publish = { targetCommand: 'webhooks.publish_event', targetPayload: { type: 'a.b.c', data: {} } };
    const { status, body } = await admin.api.post(jobsPath, {
      body: aJob({ scopeType: 'system', ...publish }),
    });
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field: 'scopeType', message: expect.stringContaining('tenant') }]);
  });

  it('can be chosen by the cookie of a browser', async () => {
    const caller = await aTenant();
    const visitor = await aUser(caller, {
      organizationId: null,
      acl: { features: ['*'], isSuperAdmin: false, organizations: null },
    });
    const { token } = await aSession(visitor);
    const headers = {
      authorization: `Bearer ${token}`,
      cookie: `svc_selected_org=${caller.organizationId}`,
    };
    const { status, body } = await apiFor('').post<Job>(jobsPath, { body: aJob(), headers });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.organizationId).toBe(caller.organizationId);
  });
});
