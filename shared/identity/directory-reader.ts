import { organizationKey, tenantKey } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { TenantScope } from './principal.ts';

/** Does the tenant exist, and is it active? */
export async function isLiveTenant(scope: TenantScope): Promise<boolean> {
  return (await getItem(tenantKey(scope)))?.isActive === true;
}

/** Does the organization exist in this tenant, and is it active? */
export async function isLiveOrganization(scope: TenantScope, organizationId: string): Promise<boolean> {
  return (await getItem(organizationKey(scope, organizationId)))?.isActive === true;
}
