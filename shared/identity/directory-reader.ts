/** What authentication and authorization need to know of the directory: whether somebody's home is open. */
import type { AppError } from '../http/errors.ts';
import { type Key, organizationKey, tenantKey } from '../table/keys.ts';
import { getItem, type Item, queryAll } from '../table/read.ts';
import type { Write } from '../table/write.ts';
import type { TenantScope } from './principal.ts';

/** Does the tenant exist, and is it active? */
export async function isLiveTenant(scope: TenantScope): Promise<boolean> {
  return (await getItem(tenantKey(scope)))?.isActive === true;
}

/** Does the organization exist in this tenant, and is it active? */
export async function isLiveOrganization(scope: TenantScope, organizationId: string): Promise<boolean> {
  return (await getItem(organizationKey(scope, organizationId)))?.isActive === true;
}

/** The active organizations of an active tenant, in one Query; undefined when the tenant is gone or inactive. */
export async function liveOrganizationIds(scope: TenantScope): Promise<string[] | undefined> {
  const { pk, sk } = tenantKey(scope);
  const live = (await queryAll({ pk, consistent: true })).filter(({ isActive }) => isActive === true);
  if (!live.some((item) => item.sk === sk)) return undefined;
  return live.filter((item) => item.entity === 'organization').map(({ id }) => String(id));
}

/** Where a key or a user lives. */
export interface Home {
  /** Null for the platform itself, which is always open. */
  tenantId: string | null;
  organizationId: string | null;
}

/** The items that decide whether a home is open, the tenant's first. */
export function homeKeys({ tenantId, organizationId }: Home): Key[] {
  if (tenantId === null) return [];
  const scope = { tenantId };
  return [tenantKey(scope), ...(organizationId === null ? [] : [organizationKey(scope, organizationId)])];
}

/** Is the tenant or the organization closed or gone, given the items that were found at `homeKeys`? */
export function isClosed(home: Home, found: readonly Item[]): boolean {
  return homeKeys(home).some(
    (key) => !found.some(({ pk, sk, isActive }) => pk === key.pk && sk === key.sk && isActive === true),
  );
}

/**
 * Conditions that the home is open, for the transaction that stores a new credential: one that starts while its
 * home is being closed would escape the closing.
 */
export function openHome(home: Home, otherwise: (closed: 'Tenant' | 'Organization') => AppError): Write[] {
  return homeKeys(home).map((key, index) => ({
    check: key,
    when: { expression: 'isActive = :open', values: { ':open': true } },
    otherwise: () => otherwise(index === 0 ? 'Tenant' : 'Organization'),
  }));
}
