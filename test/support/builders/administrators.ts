/** Administrators of a whole tenant or of the platform. */
import { createApiKey } from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { type Api, apiFor } from '../clients/api.ts';
import { asTest, type KeyOptions } from './tenants.ts';

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

/** A super admin without a tenant. */
export async function aSuperAdmin(): Promise<Administrator> {
  const input = { name: 'super admin', tenantId: null, isSuperAdmin: true, ...unlimited };
  const { key, secret } = await createApiKey(input, asTest());
  return { keyId: key.id, key: secret, api: apiFor(secret) };
}
