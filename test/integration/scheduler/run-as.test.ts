/** Jobs run with the current rights of the user or key that last changed their condition or target. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { moduleCommands } from '../../../shared/catalog/module-commands.ts';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aReader, listOf } from '../../support/builders/notifications.ts';
import { aRole, roleAclPath } from '../../support/builders/roles.ts';
import {
  aJob,
  aStoredJob,
  endedRun,
  findJob,
  type JobPage,
  jobsPath,
  trigger,
} from '../../support/builders/scheduler.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const publishing = (type = 'sales.order.counted') =>
  aJob({ targetCommand: 'webhooks.publish_event', targetPayload: { type, data: {} } });

let home: TestCaller;
let weak: TestCaller;

beforeAll(async () => {
  home = await aTenant();
  weak = await aKey({ ...home, features: ['scheduler.*'], name: 'weak' });
});

it('is saved by holders of the feature of its command only', async () => {
  const { status, body } = await weak.api.post(jobsPath, { body: publishing() });
  expect([status, body.requiredFeatures]).toEqual([403, ['events.publish']]);
  const job = await aStoredJob(home, publishing());
  expect(job.runAs).toMatchObject({ type: 'api_key', id: home.keyId, name: 'test key' });
  expect(job.blockedReason).toBeNull();
});

it.each([
  ['target', { targetPayload: { type: 'sales.order.other', data: {} } }],
  ['condition', { condition: { field: 'time.hour', operator: '>=', value: 0 } }],
])('is not lent to an editor without the right who changes its %s', async (_, change) => {
  const job = await aStoredJob(home, publishing());
  const { status, body } = await weak.api.put(jobsPath, { body: { id: job.id, ...change } });
  expect([status, body.requiredFeatures]).toEqual([403, ['events.publish']]);
  expect((await weak.api.post(`${jobsPath}/${job.id}/take-over`)).status).toBe(403);
  const renamed = await weak.api.put<Job>(jobsPath, { body: { id: job.id, name: 'Other' } });
  expect([renamed.status, renamed.body.runAs]).toEqual([200, job.runAs]);
});

it('is refused while its author lacks the right, says so, and runs again after a take-over', async () => {
  const role = await aRole(home, { features: ['events.publish'] });
  const author = await aKey({ ...home, features: ['scheduler.*'], roles: [role] });
  const { id } = await aStoredJob(author, publishing());
  const admin = await aTenantAdmin(home);
  const acl = { roleId: role.id, features: [], isSuperAdmin: false, organizations: [home.organizationId] };
  expect((await admin.api.put(roleAclPath, { body: acl })).status).toBe(200);
  const reason = 'The user or key that the job runs as no longer has the feature events.publish.';
  expect(await endedRun(home, await trigger(home, id))).toMatchObject({ state: 'failed', error: reason });
  expect((await findJob(home, id))?.blockedReason).toBe(reason);
  expect(await endedRun(home, await trigger(home, id))).toMatchObject({ state: 'failed', error: reason });
  const { body } = await home.api.get<JobPage>(`${jobsPath}?runAs=api_key:${author.keyId}`);
  expect(body.data.map((job) => job.id)).toEqual([id]);
  const taken = await home.api.post(`${jobsPath}/${id}/take-over`);
  expect(taken.body).toMatchObject({ runAs: { id: home.keyId }, blockedReason: null });
  expect(await endedRun(home, await trigger(home, id))).toMatchObject({ state: 'completed' });
});

describe('each command with a feature', () => {
  const payloads: Record<string, object> = {
    'webhooks.publish_event': { type: 'sales.order.counted', data: {} },
    'business_rules.execute_set': { ruleSetId: randomUUID(), entityType: 'sales.order' },
    'data_sync.run': { integrationId: 'sync_http_json', entityType: 'sales.order', direction: 'import' },
  };
  const commands = Object.entries(moduleCommands).flatMap(([name, { feature }]) =>
    feature === undefined ? [] : [[name, String(feature)] as const],
  );

  it.each(commands)('%s needs %s when it is saved and when it runs', async (targetCommand, feature) => {
    const body = aJob({ targetCommand, targetPayload: payloads[targetCommand] });
    const refused = await weak.api.post(jobsPath, { body });
    expect([refused.status, refused.body.requiredFeatures]).toEqual([403, [feature]]);
    const author = await aKey({ ...home, features: ['scheduler.*', feature] });
    const { id } = await aStoredJob(author, body);
    expect((await weak.api.post(`${jobsPath}/${id}/take-over`)).status).toBe(403);
    expect((await home.api.delete(`/api/api_keys/keys?id=${author.keyId}`)).status).toBe(200);
    const error = 'The user or key that the job runs as no longer has access to its tenant or organization.';
    expect(await endedRun(home, await trigger(home, id))).toMatchObject({ state: 'failed', error });
    expect((await findJob(home, id))?.blockedReason).toBe(error);
  });
});

it('notifies those who can take a job over once, however often it is refused', async () => {
  const tenant = await aTenant();
  const editor = await aReader(tenant, ['scheduler.jobs.manage', 'scheduler.jobs.view']);
  const author = await aKey({ ...tenant, features: ['*'] });
  const type = `sales.order.counted_${randomUUID().slice(0, 8)}`;
  const { id } = await aStoredJob(author, publishing(type));
  expect((await tenant.api.delete(`/api/api_keys/keys?id=${author.keyId}`)).status).toBe(200);
  const eventsSince = await watchEvents(tenant.tenantId);
  for (let run = 0; run < 3; run += 1)
    expect(await endedRun(tenant, await trigger(tenant, id))).toMatchObject({ state: 'failed' });
  const { items } = await eventually('the notification', async () => {
    const page = await listOf(editor);
    return page.total > 0 ? page : undefined;
  });
  expect(items.map((one) => one.type)).toEqual(['scheduler.job.blocked']);
  const types = (await eventsSince()).map((event) => event.type);
  expect(types.filter((one) => one === 'scheduler.job.blocked')).toHaveLength(1);
  expect(types).not.toContain(type);
});
