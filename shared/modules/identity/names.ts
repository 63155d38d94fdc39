import type { TenantScope } from '../../kernel/base/principal.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { organizationKey, tenantKey } from '../../kernel/table/keys.ts';
import { batchGet } from '../../kernel/table/read.ts';

export interface DirectoryNames {
  tenant: string | null;
  /** By id; missing organizations are not in the map. */
  organizations: ReadonlyMap<string, string>;
}

/** The names of a tenant and of some of its organizations. One request per 100. */
export async function directoryNames(
  scope: TenantScope,
  organizationIds: readonly (string | null)[] = [],
): Promise<DirectoryNames> {
  const ids = [...new Set(organizationIds)].filter((id) => id !== null);
  const items = await batchGet([tenantKey(scope), ...ids.map((id) => organizationKey(scope, id))]);
  const tenant = items.find(({ sk }) => sk === tenantKey(scope).sk);
  const organizations = items.filter((item) => item !== tenant);
  return {
    tenant: tenant ? String(tenant.name) : null,
    organizations: new Map(organizations.map(({ id, name }) => [String(id), String(name)])),
  };
}

/**
 * Throws InvalidInputError unless all of them are organizations of the tenant, or among `storedIds`: rights that name deleted
 * ones are sent back as they were read.
 */
export async function assertOrganizations(
  scope: TenantScope,
  ids: readonly string[],
  storedIds: readonly string[] = [],
): Promise<void> {
  const others = ids.filter((id) => !storedIds.includes(id));
  if (others.length === 0) return;
  const { organizations } = await directoryNames(scope, others);
  const unknown = others.filter((id) => !organizations.has(id));
  if (unknown.length > 0)
    throw new InvalidInputError({ organizations: `has unknown ids: ${unknown.join(', ')}` });
}
