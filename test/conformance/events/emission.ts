/** Conformance cases of events: publishing, ids, and the catalogue. */
import { beforeAll, expect } from 'vitest';
import { platformModules } from '../../../shared/modules/entities/entity-type.ts';
import type { EventType } from '../../../shared/modules/events/contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller, aKey, aSibling, aSuperAdmin, aTenantWithEvents, unique } from '../support/stage.ts';

const { proves } = casesOf('events');

const path = '/api/events';

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenantWithEvents();
});

/** The body of a team's event, by default of a type that only one test uses. */
const anEvent = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ type: `sales.order.${unique('shipped')}`, data: { id: 'SO-1001', carrier: 'DHL' } },
  ...overrides,
});
const publish = ({ api }: Pick<TestCaller, 'api'>, body: object) => api.post(path, { body });

/** Publishes an event to a webhook, and returns what arrives. */
async function arrival(overrides: object = {}, more: object = {}) {
  const sink = await aReceiver(owner);
  const { type } = anEvent();
  await aWebhook(owner, { subscribedEvents: [type], ...more }, sink);
  const answer = await publish(owner, { ...anEvent(), type, ...overrides });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  await sink.waitFor(1);
  return JSON.parse(sink.requests[0]?.body ?? '').data;
}

proves('new-id', async () => {
  const { status, body } = await publish(owner, anEvent());
  expect([status, body]).toEqual([202, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

proves('scope-in-data', async () => {
  const data = { a: 1, tenantId: 'another', organizationId: 'another' };
  const { tenantId, organizationId } = owner;
  expect(await arrival({ data })).toEqual({ a: 1, tenantId, organizationId });
});

proves('selected-organization', async () => {
  const { api } = await aSuperAdmin();
  const south = await aSibling(owner);
  const sink = await aReceiver(owner);
  const { type } = anEvent();
  for (const caller of [owner, south]) await aWebhook(caller, { subscribedEvents: [type] }, sink);
  const { tenantId, organizationId } = south;
  expect((await publish({ api }, anEvent({ type, tenantId, organizationId }))).status).toBe(202);
  const [request] = await sink.waitFor(1);
  expect(JSON.parse(request?.body ?? '').data).toMatchObject({ organizationId });
});

proves('foreign-organization', async () => {
  const { organizationId } = await aSibling(owner);
  const refused = { status: 403, body: { code: 'scope_forbidden' } };
  expect(await publish(owner, anEvent({ organizationId }))).toMatchObject(refused);
});

proves('feature', async () => {
  const publisher = await aKey({ ...owner, features: ['events.publish'] });
  expect((await publish(publisher, anEvent())).status).toBe(202);
});

proves('repeated-id', async () => {
  const body = anEvent({ id: unique('event') });
  const answers = await Promise.all(Array.from({ length: 8 }, () => publish(owner, body)));
  answers.push(await publish(owner, body));
  for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: { id: body.id } });
});

proves('id-conflict', async () => {
  const body = anEvent({ id: unique('event'), data: { a: 1, b: 2 } });
  const bodies = [body, { ...body, data: { a: 1, b: 3 } }, { ...body, type: 'sales.order.other' }];
  const answers = await Promise.all(bodies.map((one) => publish(owner, one)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'event_id_conflict' });
});

proves('order-of-keys', async () => {
  const body = anEvent({ id: unique('event') });
  await publish(owner, { ...body, data: { a: 1, b: 2 } });
  expect((await publish(owner, { ...body, data: { b: 2, a: 1 } })).status).toBe(202);
});

proves('id-of-organization', async () => {
  const id = unique('event');
  for (const [n, caller] of [owner, await aSibling(owner)].entries())
    expect((await publish(caller, anEvent({ id, data: { n } }))).status).toBe(202);
});

const refused = async (field: string, overrides: Record<string, unknown>) =>
  expect(await publish(owner, anEvent(overrides))).toMatchObject({
    status: 400,
    body: { details: [{ field }] },
  });

proves('id-format', ['', 'a b', 'a#b', 'ä', 7], (id) => refused('id', { id }));

proves(
  'type-format',
  ['sales.order', 'sales.order.shipped.twice', 'Sales.order.shipped', 'sales..shipped', 'sales.order.*', ''],
  (type) => refused('type', { type }),
);

proves('own-modules', [...platformModules], (module) =>
  refused('type', { type: `${module}.thing.happened` }),
);

proves('data-format', [[1], 'text', null], (data) => refused('data', { data }));

proves('whole-event', async () => {
  const { text } = await arrival({ data: { text: 'x'.repeat(261_900) } });
  expect(String(text)).toHaveLength(261_900);
});

proves('too-large', [262_144, 1_100_000], async (length) => {
  const answer = await publish(owner, anEvent({ data: { text: 'x'.repeat(length) } }));
  expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
});

proves('deep-event', async () => {
  const data = JSON.parse(`${'{"a":'.repeat(98)}1e-300${'}'.repeat(98)}`);
  let value: unknown = await arrival({ data });
  while (typeof value === 'object' && value !== null) value = Object(value).a;
  expect(value).toBe(1e-300);
});

interface Page {
  items: EventType[];
  total: number;
}
async function listed(query = '', pageSize = 200): Promise<Page> {
  const { api } = await aCaller({ features: [] });
  return (await api.get<Page>(`${path}?pageSize=${pageSize}&${query}`)).body;
}
const typesOf = ({ items }: Page): string[] => items.map(({ type }) => type);

proves('catalogue', async () => {
  const page = await listed();
  const types = typesOf(page);
  expect(types).toEqual(types.toSorted());
  expect(page.total).toBe(types.length);
  expect(types).toContain('business_rules.rule.updated');
});

proves('catalogue-entry', async () => {
  expect((await listed('search=key.rotated')).items).toMatchObject([
    {
      ...{ type: 'api_keys.key.rotated', module: 'api_keys', clientBroadcast: false },
      sample: { prefix: expect.any(String) },
      schema: { type: 'object', properties: { prefix: { type: 'string', description: expect.any(String) } } },
    },
  ]);
});

proves(
  'catalogue-filters',
  [
    ['module=auth', ['auth.factor', 'auth.policy', 'auth.provider', 'auth.role', 'auth.user']],
    ['module=unheard_of', []],
    ['search=ORGANIZATION.', ['directory.organization']],
    ['module=feature_toggles&search=override', ['feature_toggles.override']],
    ['id=auth.role.deleted', ['auth.role']],
  ] as const,
  async ([query, resources]) => {
    const page = await listed(query);
    expect([...new Set(typesOf(page).map((type) => type.replace(/\.\w+$/, '')))]).toEqual(resources);
    expect(page.total).toBe(page.items.length);
  },
);

proves('catalogue-order', async () => {
  const all = typesOf(await listed());
  expect(typesOf(await listed('page=2', 7))).toEqual(all.slice(7, 14));
  expect(typesOf(await listed('sortDir=desc'))).toEqual(all.toReversed());
  const modules = (await listed('sortField=module')).items.map(({ module }) => module);
  expect(modules).toEqual(modules.toSorted());
});
