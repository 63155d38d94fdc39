/** Tokens and lifetimes of sessions, shared by users and API keys. */
import { hash, randomBytes } from 'node:crypto';
import { newSessionId, newSigningKey, sessionLimits } from '../../../kernel/auth/session-token.ts';

export interface SessionTokens {
  /** Authenticates requests for `sessionLimits.tokenSeconds`. */
  token: string;
  /** Gets new tokens while the session is active. */
  refreshToken: string;
  /** When the session ends unless it is refreshed. */
  expiresAtMs: number;
}

/** The hash under which the secret of a refresh token is stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The secrets of a new session: its id, the id of its refresh token with its hash, and its signing key. */
export function newSessionSecrets() {
  const secret = randomBytes(32).toString('base64url');
  return { sid: newSessionId(), secret, signingKey: newSigningKey(), refreshSha256: hashSecret(secret) };
}

/**
 * When a session ends that is refreshed now: together with its new token, at most at its own limit (`endsAtMs`), or
 * `sessionLimits.maxSeconds` after its start.
 */
export function prolongedUntilMs(
  session: { expiresAtMs: number; createdAtMs: number; endsAtMs?: number | undefined },
  nowMs: number,
): number {
  const { expiresAtMs, createdAtMs } = session;
  const prolongedMs = nowMs + sessionLimits.tokenSeconds * 1000;
  const { endsAtMs = createdAtMs + sessionLimits.maxSeconds * 1000 } = session;
  return Math.max(expiresAtMs, Math.min(prolongedMs, endsAtMs));
}
