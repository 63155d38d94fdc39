/** Creates tenants, organizations and API keys. The administrator's tool and the demo use it. */
import { randomUUID } from 'node:crypto';
import { InvalidInputError, NotFoundError } from '../http/errors.ts';
import { generateApiKey, hashApiKey, visiblePrefix } from './api-key.ts';
import { type ApiKey, directoryLimits, type Organization, type Tenant } from './directory.ts';
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

export interface NewKey {
  name: string;
  tenantId: string | null;
  organizationId?: string | null | undefined;
  features?: readonly string[] | undefined;
  isSuperAdmin?: boolean | undefined;
  expiresAtMs?: number | null | undefined;
  perMinute?: number | null | undefined;
  perHour?: number | null | undefined;
  /** Keeps a secret that is already handed out; a new one is made otherwise. */
  secret?: string | undefined;
  /** Keeps the id of an existing key. */
  id?: string | undefined;
}

/** Throws InvalidInputError, NotFoundError when the tenant or organization does not exist. */
export async function createApiKey(input: NewKey): Promise<{ key: ApiKey; secret: string }> {
  assertName(input.name, directoryLimits.keyName);
  const { tenantId, organizationId = null } = input;
  if (tenantId === null && !input.isSuperAdmin) throw new InvalidInputError({ tenantId: 'is required' });
  if (tenantId !== null && organizationId !== null) {
    const organizations = await store.listOrganizations({ tenantId });
    if (!organizations.some(({ id }) => id === organizationId)) throw new NotFoundError('Organization');
  }
  const secret = input.secret ?? generateApiKey().secret;
  const key: ApiKey = {
    id: input.id ?? randomUUID(),
    name: input.name,
    prefix: visiblePrefix(secret),
    tenantId,
    organizationId,
    features: input.features ?? [],
    isSuperAdmin: input.isSuperAdmin ?? false,
    expiresAtMs: input.expiresAtMs ?? null,
    perMinute: input.perMinute ?? null,
    perHour: input.perHour ?? null,
    createdAt: new Date().toISOString(),
  };
  await store.putApiKey(key, hashApiKey(secret));
  return { key, secret };
}
