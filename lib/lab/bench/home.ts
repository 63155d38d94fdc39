/** Tenants of benches. Workers do nothing for a tenant or organization that does not exist. */
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { createOrganization } from '../../../shared/modules/identity/directory/organization-service.ts';
import { createTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';

export const benchContext = () => ({ principal: { subject: 'system:bench' }, nowMs: Date.now() });

/** Creates a tenant with one organization. */
export async function createHome(name = 'bench'): Promise<RowScope> {
  const { id: tenantId } = await createTenant({ name }, benchContext());
  const { id: organizationId } = await createOrganization({ tenantId, name: 'main' }, benchContext());
  return { tenantId, organizationId };
}
