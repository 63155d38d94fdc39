/** Builders write directly to the table, with the same result as the services. */
import { expect, it } from 'vitest';
import {
  createOrganization,
  unrestricted,
} from '../../../shared/modules/identity/directory/organization-service.ts';
import { createTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aKey, asTest, aTenant } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';

/** DynamoDB does not keep the order of maps. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted())
    : value;

/** The items of a tenant without ids and times. */
function comparable(tenantId: string): string[] {
  const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|pmk_[0-9a-f]{8}|[0-9a-f]{40,}/g;
  const times = /\d{4}-\d\d-\d\dT[\d:.]+Z|\d{10,}|(?<="sk",")\d{4}(?=")/g;
  return itemsOf(tenantId)
    .map((item) =>
      JSON.stringify(Object.entries(item).toSorted(), inOrder)
        .replaceAll(ids, 'id')
        .replaceAll(times, 'time'),
    )
    .toSorted();
}

it('a tenant created in one write equals one that its services create in three', async () => {
  const tenant = await silently(() => createTenant({ context: asTest() }, { name: 'test tenant' }));
  const { id: tenantId } = tenant.body;
  const manager = { scope: { tenantId }, principal: unrestricted, context: asTest() };
  const organization = await silently(() => createOrganization(manager, { name: 'main' }));
  const { id: organizationId } = organization.body;
  await aKey({ tenantId, organizationId });
  const caller = await aTenant();
  expect(comparable(caller.tenantId)).toEqual(comparable(tenantId));
});
