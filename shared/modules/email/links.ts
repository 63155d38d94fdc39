/**
 * Signed links in mails. A link grants one action for one reader, as its purpose says. Each tenant has a signing key, which
 * is created with its first mail.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type BoundValues, grantLink, isLinkValid, type LinkGrant } from '../../kernel/auth/link-token.ts';
import { isEqualInConstantTime } from '../../kernel/base/constant-time.ts';
import { uuidPattern } from '../../kernel/base/ids.ts';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { toItem } from '../../kernel/table/item.ts';
import { getItem } from '../../kernel/table/read.ts';
import { putNew } from '../../kernel/table/write.ts';
import { emailLinkBaseVariable } from './environment.ts';
import { emailLinkKeyKey } from './keys.ts';

const signedPurposes = ['unsubscribe', 'confirm'] as const;
export type SignedPurpose = (typeof signedPurposes)[number];

/** The reader of a mail: a user, or an address without a user account. */
export type Reader = { userId: string } | { address: string };

export interface LinkClaims {
  purpose: SignedPurpose;
  tenantId: string;
  reader: Reader;
  /** Notification type; null for all types. */
  type: string | null;
}

const entity = 'email_link_key';
const keyBytes = 32;

async function readKey(scope: TenantScope): Promise<string | undefined> {
  const item = await getItem(emailLinkKeyKey(scope));
  return item === undefined ? undefined : String(item.key);
}

/** Returns the tenant's key; creates it if there is none. */
async function ensureKey(scope: TenantScope): Promise<string> {
  const stored = await readKey(scope);
  if (stored !== undefined) return stored;
  const key = randomBytes(keyBytes).toString('base64url');
  try {
    await putNew(toItem(emailLinkKeyKey(scope), entity, { key }));
    return key;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return String(error.item?.key);
  }
}

const maxTenants = 500;
/** Cached without expiry, as keys never change. */
const cachedKeys = new LRUCache<string, string>({ max: maxTenants });

async function cachedKey(tenantId: string): Promise<string> {
  const key = cachedKeys.get(tenantId) ?? (await ensureKey({ tenantId }));
  cachedKeys.set(tenantId, key);
  return key;
}

const signatureOf = (key: string, payload: string): Buffer =>
  createHmac('sha256', key).update(payload).digest();

/** Claims with the grant of their token. */
type GrantedClaims = LinkClaims & { grant: LinkGrant };

/** Returns `[purpose, tenant, kind of reader, reader, type, mark, expiry]` in base64url, a dot and the signature. */
async function toToken({ purpose, tenantId, reader, type, grant }: GrantedClaims): Promise<string> {
  const readerParts = 'userId' in reader ? ['user', reader.userId] : ['address', reader.address];
  const parts = [purpose, tenantId, ...readerParts, type, grant.mark, grant.expiresAtMs];
  const payload = Buffer.from(toJson(parts)).toString('base64url');
  const key = await cachedKey(tenantId);
  return `${payload}.${signatureOf(key, payload).toString('base64url')}`;
}

function parsed(payload: string): GrantedClaims | undefined {
  try {
    const value: unknown = parseJson(Buffer.from(payload, 'base64url').toString());
    if (!Array.isArray(value)) return undefined;
    const [purposeText, tenantId, kind, readerId, type, mark, expiry] = value.map((part) =>
      part === null ? null : String(part),
    );
    const purpose = signedPurposes.find((name) => name === purposeText);
    if (purpose === undefined || !tenantId || !uuidPattern.test(tenantId) || !readerId) return undefined;
    const reader = kind === 'user' ? { userId: readerId } : { address: readerId };
    const grant = { mark: mark ?? '', expiresAtMs: expiry ? Number(expiry) : null };
    return { purpose, tenantId, reader, type: type ?? null, grant };
  } catch {
    return undefined;
  }
}

/** Returns the value of the TXT record that verifies a domain of the tenant. */
export async function domainProof({ tenantId }: TenantScope, domain: string): Promise<string> {
  const key = await cachedKey(tenantId);
  return `platform-email=${signatureOf(key, toJson(['domain', tenantId, domain])).toString('base64url')}`;
}

/** Returns the claims of a token; undefined if the signature or the purpose is wrong. The caller must check its grant. */
export async function claimsOf(token: string, purpose: SignedPurpose): Promise<GrantedClaims | undefined> {
  const [payload = '', signature = ''] = token.split('.', 2);
  const claims = parsed(payload);
  if (claims?.purpose !== purpose) return undefined;
  // Without a key, the tenant has not created any link.
  const key = await readKey(claims);
  if (key === undefined) return undefined;
  const receivedSignature = Buffer.from(signature, 'base64url');
  return isEqualInConstantTime(receivedSignature, signatureOf(key, payload)) ? claims : undefined;
}

/** What a confirmation is bound to: after unsubscribing, a reader confirms by a newer link only. */
const confirmBoundValues = (
  address: string,
  contact: { state: string } | undefined,
): BoundValues<'confirm'> => ({
  address,
  state: contact?.state === 'unsubscribed' ? 'unsubscribed' : 'open',
});

/** Returns the base URL of links, without a trailing slash. */
export const linkBase = (): string => process.env[emailLinkBaseVariable] ?? '';

/** Builds a signed link. */
export async function linkFor(claims: LinkClaims, nowMs = Date.now()): Promise<string> {
  const { purpose, reader } = claims;
  const address = 'address' in reader ? reader.address : '';
  const grant =
    purpose === 'confirm'
      ? grantLink(purpose, confirmBoundValues(address, undefined), nowMs)
      : grantLink(purpose, {}, nowMs);
  return `${linkBase()}/api/email/${purpose}?token=${await toToken({ ...claims, grant })}`;
}

/** Whether the link may still be used, as the contact of its address is now. */
export function isOpenLink(
  { purpose, reader, grant }: GrantedClaims,
  contact: { state: string } | undefined,
  nowMs: number,
): boolean {
  if (purpose === 'unsubscribe') return isLinkValid(purpose, grant, {}, nowMs);
  return (
    'address' in reader && isLinkValid(purpose, grant, confirmBoundValues(reader.address, contact), nowMs)
  );
}
