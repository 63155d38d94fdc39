/**
 * URLs of the stream of changes. `EventSource` sends no headers, so the URL of a caller with an API key carries a token: the
 * tenant, the key's id and a time, signed by the hash of the key. It says nothing else and opens nothing else.
 */
import { createHmac } from 'node:crypto';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import type { RequestState } from '../../../kernel/http/types.ts';
import { uuidPattern } from '../../../kernel/ids/ids.ts';
import { isEqualInConstantTime } from '../../../kernel/secrets/constant-time.ts';
import { findApiKey } from '../../identity/public.ts';
import { streamToggleChanges } from './ofrep-contract.ts';

const dayMs = 86_400_000;
/** The same URL for a whole day: a client keeps its connection as long as the URL is the same. */
const endsAfterDays = 2;
const separator = '.';

/** Of a key without a home. */
const noTenant = 'none';

const sign = (text: string, secretSha256: string): string =>
  createHmac('sha256', secretSha256).update(`toggle changes ${text}`).digest('base64url');

/** The path and query of the stream for a caller; undefined for one that could not open it. */
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

/** The tenant whose changes a token lets hear; undefined for one that is forged, expired, or of a key that is gone. */
export async function tenantOfToken(token: string, nowMs: number): Promise<TenantScope | undefined> {
  const parts = token.split(separator);
  const [tenantId = '', home = '', id = '', endsAtMs = '', signature = ''] = parts;
  const areIds =
    [tenantId, id].every((one) => uuidPattern.test(one)) && /^[0-9a-f-]{4,36}$|^none$/.test(home);
  if (parts.length !== 5 || !areIds || !(Number(endsAtMs) > nowMs)) return undefined;
  const key = await findApiKey(home === noTenant ? null : home, id);
  if (key === undefined || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs)) return undefined;
  const text = parts.slice(0, 4).join(separator);
  const previous = key.previous && key.previous.expiresAtMs > nowMs ? [key.previous.secretSha256] : [];
  const isSigned = [key.secretSha256, ...previous].some((secret) =>
    isEqualInConstantTime(signature, sign(text, secret)),
  );
  return isSigned ? { tenantId } : undefined;
}
