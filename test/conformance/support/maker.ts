/** The key that makes the callers of a run. */
import { namePrefix } from './names.ts';

export interface Maker {
  key: string;
  /** Deletes the key and its tenant. */
  remove(): Promise<void>;
}

/**
 * Creates a super administrator without rate limits, in a tenant of its own: a run sends more requests than the limits
 * of the given key allow.
 */
export async function createMaker(host: string, superKey: string): Promise<Maker> {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${host}${path}`, {
      method,
      headers: { 'x-api-key': superKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was refused with ${response.status}: ${answer}`);
    return JSON.parse(answer);
  };
  const name = `${namePrefix} maker ${Date.now()}`;
  const { id: tenantId } = await call('POST', '/api/directory/tenants', { name });
  const { id: roleId } = await call('POST', '/api/auth/roles', { name, tenantId });
  await call('PUT', '/api/auth/roles/acl', { tenantId, roleId, isSuperAdmin: true });
  const limits = { requestsPerMinute: 1_000_000, requestsPerHour: 1_000_000 };
  const { secret } = await call('POST', '/api/api_keys/keys', { name, tenantId, roles: [roleId], ...limits });
  const remove = async () => {
    await call('DELETE', `/api/directory/tenants?id=${tenantId}`);
  };
  return { key: String(secret), remove };
}
