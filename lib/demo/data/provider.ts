/** Connects the demo tenant to the local identity provider, at which its members of `support` can sign in. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../shared/kernel/audit/record.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { SaveProvider } from '../../../shared/modules/identity/providers/provider-contract.ts';
import { saveProvider } from '../../../shared/modules/identity/providers/provider-service.ts';
import { findProvider } from '../../../shared/modules/identity/providers/provider-store.ts';
import { insertRole } from '../../../shared/modules/identity/roles/role-store.ts';

/** The client that the provider has for the platform. */
export interface DemoProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Does nothing if the tenant is already connected to this issuer. */
export async function ensureProvider(
  { tenantId, organizationId }: RowScope,
  { issuer, clientId, clientSecret }: DemoProvider,
  features: readonly string[],
  { nowMs }: ChangeContext,
): Promise<void> {
  const before = await findProvider({ tenantId });
  if (before?.issuer === issuer) return;
  const principal = {
    ...{ subject: 'system:demo', tenantId, organizationId, organizationIds: [organizationId] },
    ...{ features: ['*'], isSuperAdmin: false },
  };
  const context = { principal, nowMs };
  const [roleId = randomUUID()] = before?.groups[0]?.roleIds ?? [];
  if (before === undefined) {
    const createdAt = new Date(nowMs).toISOString();
    await insertRole(
      {
        ...{ id: roleId, tenantId, name: 'Support', users: 0, keys: 0, revision: 1 },
        acl: { features, isSuperAdmin: false, organizations: [organizationId] },
        ...{ createdAt, updatedAt: createdAt },
      },
      context,
    );
  }
  const input = SaveProvider.parse({
    ...{ issuer, clientId, clientSecret, organizationId },
    domains: ['acme.example'],
    groups: [{ group: 'support', roles: [roleId] }],
  });
  await saveProvider({ scope: { tenantId }, context, client: { origin: '' } }, input);
}
