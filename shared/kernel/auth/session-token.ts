/**
 * Session tokens: JWTs signed with a key of their own session. Every request reads the session's item (so that
 * revocation takes effect at once), and the item contains the signing key: there is no deployment-wide secret to fetch
 * at cold start, to rotate or to leak. A reader of the table cannot forge a token either, because the item is found by
 * the hash of the session id, which only the token's owner has.
 *
 * One algorithm and one issuer take a few lines of node:crypto, whereas a JWT library would add 15 KB to every
 * function. The tests compare it with such a library.
 */

import { createHmac, hash, randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '../base/constant-time.ts';
import { parseJson, toJson } from '../base/json.ts';

export const sessionLimits = {
  tokenSeconds: 8 * 3_600,
  rememberedSeconds: 30 * 86_400,
  /** Maximum lifetime of a session, however often it is refreshed. */
  maxSeconds: 30 * 86_400,
  /** Maximum number of sessions of one user; one more ends the one with the earliest end. */
  maxPerUser: 100,
} as const;

export interface SessionClaims {
  /** The user's id, or `api_key:` and the id of a key. */
  userId: string;
  /** Session id: 192 random bits. */
  sid: string;
  /** Null for a platform key. */
  tenantId: string | null;
  orgId: string | null;
  /** Null for a key. */
  email: string | null;
  /** The token permits only reading, although its session permits more. */
  readOnly?: true;
}

export function newSessionId(): string {
  return randomBytes(24).toString('base64url');
}

/** Creates the key that signs and verifies the tokens of a session. */
export function newSigningKey(): string {
  return randomBytes(32).toString('base64url');
}

/** The only stored form of a session id. */
export function hashSessionId(sid: string): string {
  return hash('sha256', sid, 'hex');
}

function encode(part: Record<string, unknown>): string {
  return Buffer.from(toJson(part)).toString('base64url');
}

const header = encode({ alg: 'HS256', typ: 'JWT' });

function signatureOf(signed: string, signingKey: string): string {
  return createHmac('sha256', Buffer.from(signingKey, 'base64url')).update(signed).digest('base64url');
}

/** A token that is valid for `tokenSeconds` from `nowMs`, but at most until `endsAtMs`. */
export function signSessionToken(
  claims: SessionClaims,
  signingKey: string,
  nowMs: number,
  endsAtMs = Number.POSITIVE_INFINITY,
): string {
  const { userId, ...rest } = claims;
  const iat = Math.floor(nowMs / 1000);
  const exp = Math.min(iat + sessionLimits.tokenSeconds, Math.floor(endsAtMs / 1000));
  const signed = `${header}.${encode({ ...rest, sub: userId, iat, exp })}`;
  return `${signed}.${signatureOf(signed, signingKey)}`;
}

/** The unverified claims of a token; undefined for any text that is not a JWT. */
function claimsOf(token: string): Record<string, unknown> | undefined {
  try {
    const claims: unknown = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The unverified session id of a token, to find the session that can verify it. Undefined for any text that is not a
 * JWT.
 */
export function claimedSessionId(token: string): string | undefined {
  const sid = claimsOf(token)?.sid;
  return typeof sid === 'string' ? sid : undefined;
}

/** The unverified e-mail address in the token of a user. */
export function claimedEmail(token: string): string | undefined {
  const email = claimsOf(token)?.email;
  return typeof email === 'string' ? email : undefined;
}

/** Whether a token claims that it permits only reading. */
export const claimsReadOnly = (token: string): boolean => claimsOf(token)?.readOnly === true;

/** Whether this session signed the token, which may have expired. */
export function isSignedBy(token: string, signingKey: string): boolean {
  const [head, payload, signature = '', ...more] = token.split('.');
  // The platform only issues this header; any other is rejected, including "alg": "none".
  if (head !== header || more.length > 0) return false;
  // Compared as text, so that no second encoding of a signature is accepted.
  return isEqualInConstantTime(signature, signatureOf(`${head}.${payload}`, signingKey));
}

/** Whether this session signed the token and it is not expired. */
export function isValidToken(token: string, signingKey: string, nowMs: number): boolean {
  if (!isSignedBy(token, signingKey)) return false;
  const exp = claimsOf(token)?.exp;
  return typeof exp === 'number' && exp > Math.floor(nowMs / 1000);
}
