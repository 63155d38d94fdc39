import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BulkResponse } from '../../../shared/kernel/lists/bulk-contract.ts';
import { aStoredRule, execute, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aJob, aStoredJob, jobsPath, schedulesOf } from '../../support/builders/scheduler.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aStoredToggle, aSuperAdmin, globalPath, togglePath } from '../../support/builders/toggles.ts';
import { aWebhook, webhookPath, webhooksPath } from '../../support/builders/webhooks.ts';
import { successfulCallsOf, type TestResponse } from '../../support/clients/api.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { during } from '../../support/fault-injection/faults.ts';

interface Module {
  name: string;
  path: string;
  aCaller: () => Promise<TestCaller>;
  make: (caller: TestCaller, number: number) => Promise<{ id: string }>;
  read: (caller: TestCaller, id: string) => Promise<TestResponse>;
  /** The boolean of a bulk update, which is true before. */
  field: string;
  eventPrefix: string;
  /** The scope of its events; null for the whole deployment. */
  eventsOf: (caller: TestCaller) => string | null;
}

const ownTenant = ({ tenantId }: TestCaller) => tenantId;

const modules: Module[] = [
  {
    name: 'rules',
    path: rulesPath,
    aCaller: aTenant,
    make: (caller, number) => aStoredRule(caller, { ruleId: `RULE-${number}` }),
    read: ({ api }, id) => api.get(rulePath(id)),
    field: 'enabled',
    eventPrefix: 'business_rules.rule',
    eventsOf: ownTenant,
  },
  {
    name: 'jobs',
    path: jobsPath,
    aCaller: aTenant,
    make: (caller, number) => aStoredJob(caller, aJob({ name: `Job ${number}` })),
    read: ({ api }, id) => api.get(`${jobsPath}/${id}`),
    field: 'isEnabled',
    eventPrefix: 'scheduler.job',
    eventsOf: ownTenant,
  },
  {
    name: 'toggles',
    path: globalPath,
    aCaller: aSuperAdmin,
    make: (caller) => aStoredToggle(caller, { type: 'boolean', defaultValue: true }),
    read: ({ api }, id) => api.get(togglePath(id)),
    field: 'defaultValue',
    eventPrefix: 'feature_toggles.toggle',
    eventsOf: () => null,
  },
  {
    name: 'webhooks',
    path: webhooksPath,
    aCaller: aTenant,
    make: (caller, number) => aWebhook(caller, { name: `Webhook ${number}` }),
    read: ({ api }, id) => api.get(webhookPath(id)),
    field: 'isActive',
    eventPrefix: 'webhooks.webhook',
    eventsOf: ownTenant,
  },
];

async function bulk(
  { api }: Pick<TestCaller, 'api'>,
  path: string,
  body: Record<string, unknown>,
): Promise<TestResponse<BulkResponse>> {
  const answer = await api.post<BulkResponse>(path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}

const statuses = ({ body }: TestResponse<BulkResponse>) => body.results.map(({ status }) => status);

describe.each(modules)('bulk calls for $name', (module) => {
  const { path, field, make, read, eventPrefix } = module;

  /** A caller with three resources, and a function that reads later events about them. */
  async function scene() {
    const caller = await module.aCaller();
    const ids: string[] = [];
    for (const number of [1, 2, 3]) ids.push((await make(caller, number)).id);
    const eventsSince = await watchEvents(module.eventsOf(caller));
    const events = async () => {
      const all = await eventsSince();
      return all.flatMap(({ type, data }) =>
        ids.includes(String(data.id)) ? [`${type.slice(eventPrefix.length + 1)} ${data.id}`] : [],
      );
    };
    return { caller, ids, events };
  }

  it('change each resource with its own event, and nothing when repeated', async () => {
    const { caller, ids, events } = await scene();
    const unknown = randomUUID();
    const body = { ids: [...ids, unknown], [field]: false };
    const first = await bulk(caller, `${path}/bulk-update`, body);
    expect(first.body).toMatchObject({ changed: 3, unchanged: 0, failed: 1 });
    expect(first.body.results.map(({ id }) => id)).toEqual([...ids, unknown]);
    expect(first.body.results.at(-1)).toMatchObject({ status: 'failed', code: 'not_found' });
    for (const id of ids) expect((await read(caller, id)).body).toMatchObject({ [field]: false });
    const again = await bulk(caller, `${path}/bulk-update`, body);
    expect(again.body).toMatchObject({ changed: 0, unchanged: 3, failed: 1 });
    expect((await events()).toSorted()).toEqual(ids.map((id) => `updated ${id}`).toSorted());
  });

  it('delete each resource with its own event, and have no effect when repeated', async () => {
    const { caller, ids, events } = await scene();
    const body = { ids: [...ids, randomUUID()] };
    const first = await bulk(caller, `${path}/bulk-delete`, body);
    expect(statuses(first)).toEqual(['changed', 'changed', 'changed', 'unchanged']);
    for (const id of ids) expect((await read(caller, id)).status).toBe(404);
    expect(statuses(await bulk(caller, `${path}/bulk-delete`, body))).toEqual(Array(4).fill('unchanged'));
    expect((await events()).toSorted()).toEqual(ids.map((id) => `deleted ${id}`).toSorted());
  });

  it('cost one read for all, and one transaction per changed resource', async () => {
    const { caller, ids } = await scene();
    const tableActions = async (answer: TestResponse<unknown>) =>
      (await successfulCallsOf(answer))
        .filter(({ service }) => service === 'dynamodb')
        .map(({ action }) => action)
        // Afterwards the schedule of the job is updated.
        .filter((action) => module.name !== 'jobs' || action !== 'GetItem')
        .toSorted();
    const changed = await bulk(caller, `${path}/bulk-update`, { ids, [field]: false });
    const expected = ['BatchGetItem', ...Array(3).fill('TransactWriteItems'), 'UpdateItem'];
    expect(await tableActions(changed)).toEqual(expected);
    const unchanged = await bulk(caller, `${path}/bulk-update`, { ids, [field]: false });
    expect(await tableActions(unchanged)).toEqual(['BatchGetItem', 'UpdateItem']);
  });
});

it.each(modules.filter(({ aCaller }) => aCaller === aTenant))(
  'bulk calls for $name do not find resources of another organization or tenant',
  async ({ path, field, make, read }) => {
    const owner = await aTenant();
    const { id } = await make(owner, 1);
    for (const stranger of [await aSibling(owner), await aTenant()]) {
      const update = await bulk(stranger, `${path}/bulk-update`, { ids: [id], [field]: false });
      expect(update.body.results).toMatchObject([{ status: 'failed', code: 'not_found' }]);
      expect(statuses(await bulk(stranger, `${path}/bulk-delete`, { ids: [id] }))).toEqual(['unchanged']);
    }
    expect((await read(owner, id)).body).toMatchObject({ [field]: true });
  },
);

describe('a bulk update', () => {
  it('of rules decides which of them are executed', async () => {
    const caller = await aTenant();
    const { id } = await aStoredRule(caller);
    await bulk(caller, `${rulesPath}/bulk-update`, { ids: [id], enabled: false });
    expect((await execute(caller)).body.executedRules).toEqual([]);
    await bulk(caller, `${rulesPath}/bulk-update`, { ids: [id], enabled: true });
    expect((await execute(caller)).body.executedRules).toHaveLength(1);
  });

  it('of toggles reports a toggle of another type, and switches the others', async () => {
    const admin = await aSuperAdmin();
    const text = await aStoredToggle(admin, { type: 'string', defaultValue: 'x' });
    const flag = await aStoredToggle(admin, { type: 'boolean', defaultValue: false });
    const { body } = await bulk(admin, `${globalPath}/bulk-update`, {
      ids: [text.id, flag.id],
      defaultValue: true,
    });
    expect(body.results).toEqual([
      {
        id: text.id,
        status: 'failed',
        code: 'invalid_input',
        error: expect.any(String),
        details: { defaultValue: 'must be a string or null' },
      },
      { id: flag.id, status: 'changed' },
    ]);
  });

  it('of jobs updates their schedules, and a repeated call repairs an outdated one', async () => {
    const caller = await aTenant();
    const [cut, whole] = [await aStoredJob(caller), await aStoredJob(caller)];
    const body = { ids: [cut.id, whole.id], isEnabled: false };
    const fault = { effect: 'error', service: 'scheduler', bodyContains: cut.id } as const;
    const first = await during(fault, () => bulk(caller, `${jobsPath}/bulk-update`, body));
    expect(first.body.results).toMatchObject([
      { status: 'failed', code: 'unfinished' },
      { status: 'changed' },
    ]);
    expect([(await schedulesOf(cut.id)).length, (await schedulesOf(whole.id)).length]).toEqual([1, 0]);
    expect(statuses(await bulk(caller, `${jobsPath}/bulk-update`, body))).toEqual(['unchanged', 'unchanged']);
    expect(await schedulesOf(cut.id)).toEqual([]);
  });
});
