/**
 * Share links: URLs with which anyone can read one file until they expire or are revoked. Each link has its own signing
 * key, stored in its item, which must be read anyway because revocations take effect immediately. Readers of the table
 * cannot construct the URL of a link, because its item is stored under the hash of the link's secret. Pure.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { isLinkValid, type LinkGrant } from '../../../kernel/auth/link-token.ts';
import { isEqualInConstantTime } from '../../../kernel/base/constant-time.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { FileOwner } from '../../../kernel/files/object-keys.ts';

/** A link in the list of its file. */
export interface ShareLink extends FileOwner {
  id: string;
  name: string | null;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** Key of the grant. */
  secretHash: string;
}

/** Verifies the token of a link and identifies its file. */
export interface ShareGrant extends FileOwner, LinkGrant {
  id: string;
  signingKey: string;
  expiresAtMs: number;
}

const signingKeyBytes = 32;
export const newSigningKey = (): string => randomBytes(signingKeyBytes).toString('base64url');

/** What a share link is bound to. Revoking the link or deleting the file removes the grant. */
export const shareBoundValues = ({ id, attachmentId }: Pick<ShareGrant, 'id' | 'attachmentId'>) => ({
  state: toJson([id, attachmentId]),
});

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

/** Returns the secret of a token; undefined if the format is invalid. */
export function secretIn(token: string): string | undefined {
  return tokenPattern.exec(token)?.[1];
}

/** Returns whether the token matches the grant and has not expired. */
export function isValidShare(token: string, secret: string, grant: ShareGrant, nowMs: number): boolean {
  const isSigned = isEqualInConstantTime(token, shareToken(secret, grant));
  return isSigned && isLinkValid('share', grant, shareBoundValues(grant), nowMs);
}
