/** Creates tenants and organizations. */
import { randomUUID } from 'node:crypto';
import { InvalidInputError, NotFoundError } from '../http/errors.ts';
import { directoryLimits, type Organization, type Tenant } from './directory.ts';
import * as store from './directory-store.ts';

function assertName(name: string, max: number): void {
  if (name.trim() === '' || name.length > max)
    throw new InvalidInputError({ name: `must have 1 to ${max} characters` });
}

/** Throws InvalidInputError when the name is empty or too long. */
export async function createTenant({ name }: { name: string }): Promise<Tenant> {
  assertName(name, directoryLimits.name);
  const tenant = { id: randomUUID(), name, isActive: true, createdAt: new Date().toISOString() };
  await store.putTenant(tenant);
  return tenant;
}

export interface NewOrganization {
  tenantId: string;
  name: string;
  parentId?: string | null | undefined;
}

/** Throws InvalidInputError, NotFoundError when the tenant or the parent does not exist. */
export async function createOrganization({
  tenantId,
  name,
  parentId = null,
}: NewOrganization): Promise<Organization> {
  assertName(name, directoryLimits.name);
  if ((await store.findTenant({ tenantId })) === undefined) throw new NotFoundError('Tenant');
  const siblings = await store.listOrganizations({ tenantId });
  if (parentId !== null && !siblings.some(({ id }) => id === parentId))
    throw new NotFoundError('Parent organization');
  const organization = {
    id: randomUUID(),
    tenantId,
    name,
    parentId,
    isActive: true,
    createdAt: new Date().toISOString(),
  };
  await store.putOrganization(organization);
  return organization;
}
