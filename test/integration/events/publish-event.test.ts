import { describe, expect, it } from 'vitest';
import { eventLimits } from '../../../shared/kernel/events/limits.ts';
import { eventIdKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { platformModules } from '../../../shared/modules/entities/entity-type.ts';
import { publishOnce } from '../../../shared/modules/events/publish-service.ts';
import { aMember, aRole, loggedIn } from '../../support/builders/roles.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { anAdminWithoutTenant } from '../../support/builders/toggles.ts';
import { callsOf, send } from '../../support/clients/api.ts';
import { anEvent, anEventId, eventsPath, watchEvents } from '../../support/clients/events.ts';

describe('POST /api/events', () => {
  it('accepts an event and adds the tenant and organization of its caller', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    const answer = await api.post(eventsPath, { body: anEvent() });
    expect(answer).toMatchObject({ status: 202, body: { id: expect.stringMatching(/^[\w-]{36}$/) } });
    expect(await eventsSince()).toEqual([
      {
        v: 1,
        id: answer.body.id,
        type: 'sales.order.shipped',
        tenantId,
        organizationId,
        idempotencyKey: `${tenantId}:${organizationId}:${answer.body.id}`,
        messageGroupId: tenantId,
        occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        version: 1,
        data: { id: 'SO-1001', carrier: 'DHL', tenantId, organizationId },
      },
    ]);
  });

  it('overwrites the tenant and organization in the data', async () => {
    const [{ api, tenantId, organizationId }, other] = await Promise.all([aTenant(), aTenant()]);
    const eventsSince = await watchEvents(tenantId);
    const otherEventsSince = await watchEvents(other.tenantId);
    const data = { tenantId: other.tenantId, organizationId: other.organizationId };
    await api.post(eventsPath, { body: anEvent({ data }) });
    expect(await eventsSince()).toMatchObject([{ tenantId, data: { tenantId, organizationId } }]);
    expect(await otherEventsSince()).toEqual([]);
  });

  it('publishes for the selected organization, or for the tenant if none is selected', async () => {
    const caller = await aTenant();
    const sibling = await aSibling(caller);
    const { tenantId } = caller;
    const eventsSince = await watchEvents(tenantId);
    const withoutTenant = await anAdminWithoutTenant();
    const { organizationId } = sibling;
    await withoutTenant.post(eventsPath, { body: anEvent({ tenantId, organizationId }) });
    await withoutTenant.post(eventsPath, { body: anEvent({ tenantId }) });
    expect((await eventsSince()).map((event) => event.organizationId)).toEqual([organizationId, null]);
  });

  it('of a caller without a home, who may not select every organization, needs a selected one', async () => {
    const caller = await aTenant();
    const { tenantId, organizationId } = caller;
    const role = await aRole(caller, { features: ['events.publish'] });
    const api = await loggedIn(await aMember(caller, [role], { organizationId: null }));
    const eventsSince = await watchEvents(tenantId);
    const unselected = await api.post(eventsPath, { body: anEvent() });
    expect(unselected).toMatchObject({ status: 400, body: { code: 'scope_required' } });
    expect((await api.post(eventsPath, { body: anEvent({ organizationId }) })).status).toBe(202);
    expect((await eventsSince()).map((event) => event.organizationId)).toEqual([organizationId]);
  });

  it('returns 403 for an inaccessible organization, and 400 without a tenant', async () => {
    const caller = await aTenant();
    const { organizationId } = await aTenant();
    const foreign = await caller.api.post(eventsPath, { body: anEvent({ organizationId }) });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    const withoutTenant = await anAdminWithoutTenant();
    const placeless = await withoutTenant.post(eventsPath, { body: anEvent() });
    expect(placeless).toMatchObject({ status: 400, body: { code: 'scope_required' } });
  });

  it('needs its own feature', async () => {
    const { tenantId, organizationId } = await aTenant();
    const publisher = await aKey({ tenantId, organizationId, features: ['events.publish'] });
    const viewer = await aKey({ tenantId, organizationId, features: ['webhooks.view'] });
    expect((await publisher.api.post(eventsPath, { body: anEvent() })).status).toBe(202);
    const refused = await viewer.api.post(eventsPath, { body: anEvent() });
    expect(refused).toMatchObject({ status: 403, body: { required: ['events.publish'] } });
    expect((await send('POST', eventsPath, { body: anEvent() })).status).toBe(401);
  });
});

describe('an id', () => {
  it('with a repeated id is accepted again, and published once', async () => {
    const { api, tenantId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    const body = anEvent({ id: anEventId() });
    const answers = [await api.post(eventsPath, { body }), await api.post(eventsPath, { body })];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers.map((answer) => answer.body.id)).toEqual([body.id, body.id]);
    expect((await eventsSince()).map(({ id }) => id)).toEqual([body.id]);
  });

  it('with the same id in parallel requests is published once', async () => {
    const { api, tenantId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    const body = anEvent({ id: anEventId() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post(eventsPath, { body })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(await eventsSince()).toHaveLength(1);
  });

  it('with another type or other data is refused, also in parallel', async () => {
    const { api, tenantId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    const body = anEvent({ id: anEventId(), data: { a: 1, b: 2 } });
    const bodies = [body, { ...body, data: { a: 1, b: 3 } }, { ...body, type: 'sales.order.other' }];
    const answers = await Promise.all(bodies.map((one) => api.post(eventsPath, { body: one })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'event_id_conflict' });
    const accepted = bodies[answers.findIndex(({ status }) => status === 202)];
    const { data, ...rest } = accepted ?? body;
    const reordered = { ...rest, data: Object.fromEntries(Object.entries(Object(data)).toReversed()) };
    expect((await api.post(eventsPath, { body: reordered })).status).toBe(202);
    expect(await eventsSince()).toHaveLength(1);
  });

  it('of one organization, or of the whole tenant, has no effect in another', async () => {
    const north = await aTenant();
    const south = await aSibling(north);
    const eventsSince = await watchEvents(north.tenantId);
    const id = anEventId();
    for (const [{ api }, number] of [
      [north, 1],
      [south, 2],
    ] as const)
      expect((await api.post(eventsPath, { body: anEvent({ id, data: { number } }) })).status).toBe(202);
    const keys = (await eventsSince()).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys.toSorted()).toEqual(
      [north, south].map(({ organizationId }) => `${north.tenantId}:${organizationId}:${id}`).toSorted(),
    );
  });

  it('of one tenant has no effect in another', async () => {
    const tenants = await Promise.all([aTenant(), aTenant()]);
    const body = anEvent({ id: anEventId() });
    for (const { api, tenantId, organizationId } of tenants) {
      const eventsSince = await watchEvents(tenantId);
      expect((await api.post(eventsPath, { body })).status).toBe(202);
      expect(await eventsSince()).toMatchObject([
        { id: body.id, idempotencyKey: `${tenantId}:${organizationId}:${body.id}` },
      ]);
    }
  });

  it('does not collide with the id of an event of a module', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const id = anEventId();
    await api.post(eventsPath, { body: anEvent({ id }) });
    const eventsSince = await watchEvents(tenantId);
    const ofModule = { id, type: 'inbound.github.push', data: {} };
    for (const _ of [1, 2]) await publishOnce({ tenantId, organizationId }, ofModule, Date.now());
    expect(await eventsSince()).toMatchObject([{ id, type: 'inbound.github.push' }]);
  });

  it('is deduplicated for two weeks', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const body = anEvent({ id: anEventId() });
    await api.post(eventsPath, { body });
    const key = eventIdKey({ tenantId, organizationId }, String(body.id));
    const remembered = await getItem(key);
    const nowSeconds = Math.floor(Date.now() / 1_000);
    expect(Number(remembered?.ttl) - nowSeconds).toBeGreaterThan((eventLimits.rememberIdDays - 1) * 86_400);
    await updateItem({
      Key: { ...key },
      UpdateExpression: 'SET #ttl = :past',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':past': nowSeconds - 1 },
    });
    const eventsSince = await watchEvents(tenantId);
    await api.post(eventsPath, { body });
    expect(await eventsSince()).toHaveLength(1);
  });

  it.each(['', 'a b', 'a#b', 'ä', 'x'.repeat(eventLimits.id + 1), 7])('%j is refused', async (id) => {
    const { api } = await aTenant();
    const answer = await api.post(eventsPath, { body: anEvent({ id }) });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'id' }] } });
  });
});

describe('a type', () => {
  it.each([...platformModules])('of the platform’s own module %s is refused', async (module) => {
    const { api, tenantId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    const answer = await api.post(eventsPath, { body: anEvent({ type: `${module}.thing.happened` }) });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'type' }] } });
    expect(await eventsSince()).toEqual([]);
  });

  it.each([
    'sales.order',
    'sales.order.shipped.twice',
    'Sales.order.shipped',
    'sales..shipped',
    'sales.order.*',
    `sales.order.${'x'.repeat(eventLimits.type)}`,
    '',
    undefined,
  ])('%j is refused', async (type) => {
    const { api } = await aTenant();
    const answer = await api.post(eventsPath, { body: anEvent({ type }) });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'type' }] } });
  });
});

describe('data', () => {
  it.each([[[1]], 'text', null, undefined])('%j is refused', async (data) => {
    const { api } = await aTenant();
    const answer = await api.post(eventsPath, { body: anEvent({ data }) });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'data' }] } });
  });

  it('arrives unchanged up to a body of 256 KB; larger ones are refused, not truncated', async () => {
    const { api, tenantId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    const sized = (length: number) =>
      api.post(eventsPath, { body: anEvent({ data: { text: 'x'.repeat(length) } }) });
    expect((await sized(261_900)).status).toBe(202);
    for (const length of [262_144, 300_000, 1_100_000]) {
      expect(await sized(length)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    }
    const [event, ...more] = await eventsSince();
    expect(String(event?.data.text)).toHaveLength(261_900);
    expect(event).not.toHaveProperty('truncated');
    expect(more).toEqual([]);
  });

  it('of maximum depth, with all kinds of numbers, arrives unchanged', async () => {
    const { api, tenantId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    const deep = `${'{"a":'.repeat(98)}1e-300${'}'.repeat(98)}`;
    const answer = await api.post(eventsPath, {
      body: `{"type":"sales.order.shipped","data":{"deep":${deep}}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(202);
    let value: unknown = (await eventsSince())[0]?.data.deep;
    while (typeof value === 'object' && value !== null) value = (value as { a?: unknown }).a;
    expect(value).toBe(1e-300);
  });
});

it('costs one transaction in addition to authentication', async () => {
  const { api } = await aTenant();
  const answer = await api.post(eventsPath, { body: anEvent({ id: anEventId() }) });
  expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'TransactWriteItems']);
});
