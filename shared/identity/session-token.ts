/**
 * Session tokens: JWTs signed with a key of their own session. The session's item is read on every request
 * anyway (revocation counts at once), so it can hold the signing key too: there is no deployment-wide secret to
 * fetch at cold start, to rotate or to leak. Whoever reads the table cannot forge a token either, because the
 * item is found by the hash of the session id, and only the token's owner knows the id.
 */
import { hash, randomBytes } from 'node:crypto';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';

export const sessionLimits = { tokenSeconds: 8 * 3_600, rememberedSeconds: 30 * 86_400 } as const;
const algorithm = 'HS256';

export interface SessionClaims {
  userId: string;
  /** Session id: 192 random bits. */
  sid: string;
  tenantId: string;
  orgId: string | null;
  email: string;
}

export function newSessionId(): string {
  return randomBytes(24).toString('base64url');
}

/** What the session's item holds to sign and verify its tokens. */
export function newSigningKey(): string {
  return randomBytes(32).toString('base64url');
}

/** The only form of a session id that is stored. */
export function hashSessionId(sid: string): string {
  return hash('sha256', sid, 'hex');
}

/** A token that is valid for `tokenSeconds` from `nowMs`. */
export function signSessionToken(claims: SessionClaims, signingKey: string, nowMs: number): Promise<string> {
  const { userId, ...rest } = claims;
  const issuedAt = Math.floor(nowMs / 1000);
  return new SignJWT({ ...rest })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + sessionLimits.tokenSeconds)
    .sign(Buffer.from(signingKey, 'base64url'));
}

/** The session id a token claims, unverified: good for finding the session that can verify it. Undefined for no JWT. */
export function claimedSessionId(token: string): string | undefined {
  try {
    const { sid } = decodeJwt(token);
    return typeof sid === 'string' ? sid : undefined;
  } catch {
    return undefined;
  }
}

/** Is the token signed by this session and not expired? */
export async function isValidToken(token: string, signingKey: string, nowMs: number): Promise<boolean> {
  try {
    await jwtVerify(token, Buffer.from(signingKey, 'base64url'), {
      algorithms: [algorithm],
      currentDate: new Date(nowMs),
    });
    return true;
  } catch {
    return false;
  }
}
