/** Tenants of benches. Workers do nothing for a tenant or organization that does not exist. */
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import {
  createOrganization,
  unrestricted,
} from '../../../shared/modules/identity/directory/organization-service.ts';
import { createTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';

export const benchContext = () => ({ principal: { subject: 'system:bench' }, nowMs: Date.now() });

/** Creates a tenant with one organization. */
export async function createHome(name = 'bench'): Promise<RowScope> {
  const context = benchContext();
  const { id: tenantId } = (await createTenant({ context }, { name })).body;
  const caller = { scope: { tenantId }, principal: unrestricted, context };
  const { id: organizationId } = (await createOrganization(caller, { name: 'main' })).body;
  return { tenantId, organizationId };
}
