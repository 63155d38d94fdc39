/** Writes and lists tenants, organizations and API keys. Requests read them through caller-store and directory-reader. */
import {
  apiKeyEntryKey,
  apiKeysPartition,
  callerKey,
  organizationKey,
  organizationsPrefix,
  tenantEntriesPartition,
  tenantEntryKey,
  tenantKey,
} from '../table/keys.ts';
import { getItem, type Item, queryAll } from '../table/read.ts';
import { transact, type Write } from '../table/write.ts';
import type { ApiKey, Organization, Tenant } from './directory.ts';
import type { TenantScope } from './principal.ts';

const schemaVersion = 1;

/** Keys without a home tenant are listed under this one, which no tenant can have: ids are UUIDs. */
const platform: TenantScope = { tenantId: 'platform' };

function without<T>(item: Item, ...internal: string[]): T {
  const hidden = new Set(['pk', 'sk', 'entity', 'v', ...internal]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.has(name))) as T;
}

export async function putTenant(tenant: Tenant): Promise<void> {
  const scope = { tenantId: tenant.id };
  const item = { ...tenant, entity: 'tenant', v: schemaVersion };
  await transact([{ put: { ...tenantKey(scope), ...item } }, { put: { ...tenantEntryKey(scope), ...item } }]);
}

export async function findTenant(scope: TenantScope): Promise<Tenant | undefined> {
  const item = await getItem(tenantKey(scope));
  return item && without<Tenant>(item);
}

/** Every tenant of the deployment. For the administrator's tool only. */
export async function listTenants(): Promise<Tenant[]> {
  const items = await queryAll({ pk: tenantEntriesPartition, consistent: true });
  return items.map((item) => without<Tenant>(item));
}

export async function putOrganization(organization: Organization): Promise<void> {
  const key = organizationKey(organization, organization.id);
  await transact([{ put: { ...key, ...organization, entity: 'organization', v: schemaVersion } }]);
}

export async function listOrganizations(scope: TenantScope): Promise<Organization[]> {
  const { pk } = tenantKey(scope);
  const items = await queryAll({ pk, skPrefix: organizationsPrefix, consistent: true });
  return items.map((item) => without<Organization>(item));
}

function apiKeyWrites(key: ApiKey, secretSha256: string): Write[] {
  const scope = key.tenantId === null ? platform : { tenantId: key.tenantId };
  // Absent attributes read as "no limit": conditions cannot compare with null.
  const { expiresAtMs, perMinute, perHour, ...always } = key;
  const optional = Object.entries({ expiresAtMs, perMinute, perHour }).filter(([, value]) => value !== null);
  const item = { ...always, ...Object.fromEntries(optional), entity: 'api-key', v: schemaVersion };
  return [
    { put: { ...callerKey(secretSha256), ...item } },
    { put: { ...apiKeyEntryKey(scope, key.id), ...item, secretSha256 } },
  ];
}

/** Stores a key by the hash of its secret: what requests read, and the entry that lists it. */
export async function putApiKey(key: ApiKey, secretSha256: string): Promise<void> {
  await transact(apiKeyWrites(key, secretSha256));
}

export async function listApiKeys(tenantId: string | null): Promise<ApiKey[]> {
  const scope = tenantId === null ? platform : { tenantId };
  const items = await queryAll({ pk: apiKeysPartition(scope), consistent: true });
  return items.map((item) => ({
    expiresAtMs: null,
    perMinute: null,
    perHour: null,
    ...without<Omit<ApiKey, 'expiresAtMs' | 'perMinute' | 'perHour'>>(item, 'secretSha256'),
  }));
}

/** Deletes a key; its next request is refused. Answers whether there was one. */
export async function deleteApiKey(tenantId: string | null, keyId: string): Promise<boolean> {
  const scope = tenantId === null ? platform : { tenantId };
  const entry = await getItem(apiKeyEntryKey(scope, keyId));
  if (entry === undefined) return false;
  await transact([
    { delete: callerKey(String(entry.secretSha256)) },
    { delete: apiKeyEntryKey(scope, keyId) },
  ]);
  return true;
}
