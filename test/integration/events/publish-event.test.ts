import { describe, expect, it } from 'vitest';
import { eventLimits } from '../../../shared/kernel/events/limits.ts';
import { eventIdKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { publishOnce } from '../../../shared/modules/events/publish-service.ts';
import { aMember, aRole, loggedIn } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { anAdminWithoutTenant } from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';
import { anEvent, anEventId, eventsPath, watchEvents } from '../../support/clients/events.ts';

describe('POST /api/events', () => {
  it('publishes for the tenant if the caller has no organization and selects none', async () => {
    const { tenantId } = await aTenant();
    const eventsSince = await watchEvents(tenantId);
    await (await anAdminWithoutTenant()).post(eventsPath, { body: anEvent({ tenantId }) });
    expect(await eventsSince()).toMatchObject([{ organizationId: null, messageGroupId: tenantId }]);
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
