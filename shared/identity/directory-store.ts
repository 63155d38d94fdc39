/** The only file that knows how tenants and organizations lie in the table. */
import {
  organizationKey,
  organizationsPrefix,
  tenantEntriesPartition,
  tenantEntryKey,
  tenantKey,
} from '../table/keys.ts';
import { getItem, type Item, queryAll } from '../table/read.ts';
import { transact } from '../table/write.ts';
import type { Organization, Tenant } from './directory.ts';
import type { TenantScope } from './principal.ts';

const schemaVersion = 1;

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
