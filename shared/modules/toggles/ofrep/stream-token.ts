/**
 * URLs of the change stream. `EventSource` sends no headers, so the URL for a caller with an API key contains a token:
 * tenant, id of the key and expiry, signed with the hash of the key. The token grants access to this stream only.
 */
import { createHmac } from 'node:crypto';
import { findCaller } from '../../../kernel/auth/caller-store.ts';
import { isOpenHome } from '../../../kernel/auth/directory-reader.ts';
import { isEqualInConstantTime } from '../../../kernel/base/constant-time.ts';
import { uuidPattern } from '../../../kernel/base/ids.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { assertAllowedAddress } from '../../../kernel/http/authentication/caller.ts';
import type { RequestState } from '../../../kernel/http/types.ts';
import { findApiKey } from '../../identity/public.ts';
import { streamToggleChanges } from './ofrep-contract.ts';

const dayMs = 86_400_000;
/** The expiry is the same for a whole day, so that the URL, and with it the client's connection, stays the same. */
const endsAfterDays = 2;
const separator = '.';

/** Placeholder for a key without a tenant. */
const noTenant = 'none';

const sign = (text: string, secretSha256: string): string =>
  createHmac('sha256', secretSha256).update(`toggle changes ${text}`).digest('base64url');

/** Returns path and query of the stream; undefined if the caller has neither key nor session. */
export function streamUrl(
  { tenantId }: TenantScope,
  { apiKey, session }: Pick<RequestState, 'apiKey' | 'session'>,
  nowMs: number,
): string | undefined {
  const { path } = streamToggleChanges;
  if (apiKey === undefined) return session === undefined ? undefined : path;
  const endsAtMs = (Math.floor(nowMs / dayMs) + endsAfterDays) * dayMs;
  const text = [tenantId, apiKey.tenantId ?? noTenant, apiKey.id, endsAtMs].join(separator);
  return `${path}?token=${text}${separator}${sign(text, apiKey.secretSha256)}`;
}

/**
 * Returns the tenant of a token; undefined if it is forged or expired, if its key was deleted or may no longer access the
 * tenant, or if the tenant or the organization of the key is closed. Throws AddressForbiddenError if the key is not allowed from the address.
 */
export async function tenantOfToken(
  token: string,
  ip: string,
  nowMs: number,
): Promise<TenantScope | undefined> {
  const parts = token.split(separator);
  const [tenantId = '', home = '', id = '', endsAtMs = '', signature = ''] = parts;
  const areIds =
    [tenantId, id].every((part) => uuidPattern.test(part)) && /^[0-9a-f-]{4,36}$|^none$/.test(home);
  if (parts.length !== 5 || !areIds || !(Number(endsAtMs) > nowMs)) return undefined;
  const key = await findApiKey(home === noTenant ? null : home, id);
  if (key === undefined || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs)) return undefined;
  const text = parts.slice(0, 4).join(separator);
  const previous = key.previous && key.previous.expiresAtMs > nowMs ? [key.previous.secretSha256] : [];
  const signedBy = [key.secretSha256, ...previous].find((secret) =>
    isEqualInConstantTime(signature, sign(text, secret)),
  );
  const caller = signedBy === undefined ? undefined : await findCaller(signedBy, nowMs);
  if (caller === undefined) return undefined;
  assertAllowedAddress(caller, ip);
  if (tenantId === key.tenantId) return { tenantId };
  // A super admin's key works in other tenants, too, as long as it has this right.
  const isAllowed = caller.isSuperAdmin && (await isOpenHome({ tenantId, organizationId: null }));
  return isAllowed ? { tenantId } : undefined;
}
