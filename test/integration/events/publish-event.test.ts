import { describe, expect, it } from 'vitest';
import { eventLimits } from '../../../shared/kernel/events/limits.ts';
import { eventIdKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { publishOnce } from '../../../shared/modules/events/publish-service.ts';
import { aMember, aRole, loggedIn } from '../../support/builders/roles.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';
import { anAdminWithoutTenant } from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';
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
});

describe('an id', () => {
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
});

it('costs one transaction in addition to authentication', async () => {
  const { api } = await aTenant();
  const answer = await api.post(eventsPath, { body: anEvent({ id: anEventId() }) });
  expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'TransactWriteItems']);
});
