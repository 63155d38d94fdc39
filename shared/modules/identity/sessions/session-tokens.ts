/** What sessions of users and of API keys have in common: their tokens, and how long they live. */
import { hash, randomBytes } from 'node:crypto';
import { newSessionId, newSigningKey, sessionLimits } from '../../../kernel/auth/session-token.ts';

export interface SessionTokens {
  /** Authenticates requests for `sessionLimits.tokenSeconds`. */
  token: string;
  /** Gets new tokens while the session lives. */
  refreshToken: string;
  /** When the session ends unless it is refreshed. */
  expiresAtMs: number;
}

/** The only form in which the secret of a refresh token is stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The secrets of a new session: its id, that of its refresh token with the hash to store, and its signing key. */
export function newSessionSecrets() {
  const secret = randomBytes(32).toString('base64url');
  return { sid: newSessionId(), secret, signingKey: newSigningKey(), refreshSha256: hashSecret(secret) };
}

/** When a session ends that is refreshed now: as late as a new token, at most `sessionLimits.maxSeconds` after its start. */
export function prolongedUntilMs(
  { expiresAtMs, createdAtMs }: { expiresAtMs: number; createdAtMs: number },
  nowMs: number,
): number {
  const prolongedMs = nowMs + sessionLimits.tokenSeconds * 1000;
  const endsAtMs = createdAtMs + sessionLimits.maxSeconds * 1000;
  return Math.max(expiresAtMs, Math.min(prolongedMs, endsAtMs));
}
