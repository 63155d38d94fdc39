/** A tenant of its own for each seed of a long-lived runtime, created over HTTP before faults are injected. */
import { randomBytes } from 'node:crypto';
import type { OwnRuntime } from '../runtime/own-runtime.ts';

export interface SeedTenant {
  id: string;
  /** Secrets of API keys: with all features in the tenant, of a super admin, and of another tenant. */
  keys: Record<'admin' | 'superAdmin' | 'neighbour', string>;
  login: { email: string; password: string; tenantId: string };
  /** The secret key of the tenant's account at the Stripe emulator. */
  stripeKey: string;
}

export const passwordOfUsers = 'Enigma-1942';

/** Creates a tenant with an organization, an administrator's key and user, and an account at the Stripe emulator. */
export async function aSeedTenant(runtime: OwnRuntime, seed: number): Promise<SeedTenant> {
  const { superAdmin, globexAdmin } = runtime.access.keys as Record<'superAdmin' | 'globexAdmin', string>;
  type Answer = Record<string, unknown> | undefined;
  const send = (method: string, path: string, body: object, key = superAdmin) =>
    runtime.send<Answer>(method, path, JSON.stringify(body), 'application/json', key);
  const create = async (path: string, body: object) => String((await send('POST', path, body))?.id);

  const tenantId = await create('/api/directory/tenants', { name: `seed ${seed}` });
  const organizationId = await create('/api/directory/organizations', { name: 'main', tenantId });
  const home = `tenantId=${tenantId}&organizationId=${organizationId}`;
  const roleId = await create(`/api/auth/roles?${home}`, { name: 'administrators' });
  await send('PUT', `/api/auth/roles/acl?${home}`, { roleId, features: ['*'] });
  const newKey = { name: `seed ${seed}`, roles: [roleId], tenantId, organizationId };
  const key = await send('POST', '/api/api_keys/keys', newKey);
  const admin = String(key?.secret);
  const login = { email: `seed-${seed}@example.com`, password: passwordOfUsers, tenantId };
  const { email, password } = login;
  await send('POST', `/api/auth/users?${home}`, { email, password, roles: [roleId], organizationId });

  const random = () => randomBytes(18).toString('hex');
  const [secretKey, publishableKey] = [`sk_test_${random()}`, `pk_test_${random()}`];
  const account = { secretKey, publishableKey, webhookSecret: `whsec_${random()}` };
  await runtime.control('POST', '/stripe/accounts', account);
  const gateway = '/api/integrations/gateway_stripe';
  await send('PUT', `${gateway}/credentials`, { credentials: account }, admin);
  await send('PUT', `${gateway}/state`, { isEnabled: true }, admin);
  const keys = { admin, superAdmin, neighbour: globexAdmin };
  return { id: tenantId, keys, login, stripeKey: secretKey };
}
