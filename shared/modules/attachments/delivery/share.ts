/**
 * Share links: addresses under which anyone reads one file until they expire or are revoked. A link is signed with a key
 * of its own, which its item holds: the item must be read anyway, because a revocation counts at once. Readers of the
 * table cannot make the address of a link, because its item is found by the hash of the link's secret. Pure.
 */

import { createHmac, hash, randomBytes } from 'node:crypto';
import type { FileOwner } from '../../../kernel/files/object-keys.ts';
import { isEqualInConstantTime } from '../../../kernel/secrets/constant-time.ts';

/** A link as its file lists it. */
export interface ShareLink extends FileOwner {
  id: string;
  name: string | null;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** Names the item that verifies the link's address. */
  secretHash: string;
}

/** What verifies the address of a link, and says which file it opens. */
export interface ShareGrant extends FileOwner {
  id: string;
  signingKey: string;
  expiresAtMs: number;
}

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url');

export const newShareSecret = (): string => randomText(24);
export const newSigningKey = (): string => randomText(32);
export const hashShareSecret = (secret: string): string => hash('sha256', secret, 'hex');

const signatureOf = (signed: string, signingKey: string): string =>
  createHmac('sha256', Buffer.from(signingKey, 'base64url')).update(signed).digest('base64url');

/** `<secret>.<expiry in seconds>.<signature>`. */
export function shareToken(
  secret: string,
  { signingKey, expiresAtMs }: Pick<ShareGrant, 'signingKey' | 'expiresAtMs'>,
): string {
  const signed = `${secret}.${Math.floor(expiresAtMs / 1_000)}`;
  return `${signed}.${signatureOf(signed, signingKey)}`;
}

const tokenPattern = /^([\w-]{32})\.\d{1,12}\.[\w-]{43}$/;

/** The secret in a text that looks like a token; undefined for any other. */
export function secretIn(token: string): string | undefined {
  return tokenPattern.exec(token)?.[1];
}

/** Whether the token is the one that this grant was made with, and still valid. */
export function isValidShare(token: string, secret: string, grant: ShareGrant, nowMs: number): boolean {
  return isEqualInConstantTime(token, shareToken(secret, grant)) && grant.expiresAtMs > nowMs;
}
