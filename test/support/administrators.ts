/** Callers who administrate: a whole tenant, or the platform; and roles to give away. */
import { randomUUID } from 'node:crypto';
import type { Acl } from '../../shared/identity/acl.ts';
import { createApiKey } from '../../shared/identity/api-key-service.ts';
import type { Role } from '../../shared/identity/identity-types.ts';
import { insertRole } from '../../shared/identity/role-store.ts';
import { type Api, apiFor } from './api.ts';
import { asTest, type KeyOptions } from './builders.ts';

const unlimited = { perMinute: 1_000_000, perHour: 1_000_000 };

export interface Administrator {
  keyId: string;
  key: string;
  api: Api;
}

/** A key of the whole tenant: it may select every organization. */
export async function aTenantAdmin(
  { tenantId }: { tenantId: string },
  options: KeyOptions = {},
): Promise<Administrator> {
  const input = { name: 'tenant admin', features: ['*'], ...unlimited, ...options, tenantId };
  const { key, secret } = await createApiKey(input, asTest());
  return { keyId: key.id, key: secret, api: apiFor(secret) };
}

/** A super admin without a home. */
export async function aSuperAdmin(): Promise<Administrator> {
  const input = { name: 'super admin', tenantId: null, isSuperAdmin: true, ...unlimited };
  const { key, secret } = await createApiKey(input, asTest());
  return { keyId: key.id, key: secret, api: apiFor(secret) };
}

/** A role of the tenant, without rights unless told otherwise. */
export async function aRole(
  { tenantId }: { tenantId: string },
  acl: Partial<Acl> = {},
  name = `role ${randomUUID()}`,
): Promise<Role> {
  const at = new Date().toISOString();
  const role: Role = {
    id: randomUUID(),
    tenantId,
    name,
    acl: { features: [], isSuperAdmin: false, organizations: [], ...acl },
    users: 0,
    keys: 0,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
  await insertRole(role, asTest());
  return role;
}
