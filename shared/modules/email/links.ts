/**
 * Signed links in mails. A link grants one action for one reader. Each tenant has a signing key, which is created with its
 * first mail.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { parseJson, toJson } from '../../kernel/http/json.ts';
import { uuidPattern } from '../../kernel/ids/ids.ts';
import { isEqualInConstantTime } from '../../kernel/secrets/constant-time.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { toItem } from '../../kernel/table/item.ts';
import { getItem } from '../../kernel/table/read.ts';
import { putNew } from '../../kernel/table/write.ts';
import { emailLinkBaseVariable } from './environment.ts';
import { emailLinkKeyKey } from './keys.ts';

export const linkPurposes = ['unsubscribe', 'confirm'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** The reader of a mail: a user, or an address without a user account. */
export type Reader = { userId: string } | { address: string };

export interface LinkClaims {
  purpose: LinkPurpose;
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

/** Returns `[purpose, tenant, kind of reader, reader, type]` in base64url, a dot and the signature. */
async function toToken({ purpose, tenantId, reader, type }: LinkClaims): Promise<string> {
  const readerParts = 'userId' in reader ? ['user', reader.userId] : ['address', reader.address];
  const payload = Buffer.from(toJson([purpose, tenantId, ...readerParts, type])).toString('base64url');
  const key = await cachedKey(tenantId);
  return `${payload}.${signatureOf(key, payload).toString('base64url')}`;
}

function parsed(payload: string): LinkClaims | undefined {
  try {
    const value: unknown = parseJson(Buffer.from(payload, 'base64url').toString());
    if (!Array.isArray(value)) return undefined;
    const [purposeText, tenantId, kind, readerId, type] = value.map((part) =>
      part === null ? null : String(part),
    );
    const purpose = linkPurposes.find((name) => name === purposeText);
    if (purpose === undefined || !tenantId || !uuidPattern.test(tenantId) || !readerId) return undefined;
    const reader = kind === 'user' ? { userId: readerId } : { address: readerId };
    return { purpose, tenantId, reader, type: type ?? null };
  } catch {
    return undefined;
  }
}

/** Returns the value of the TXT record that verifies a domain of the tenant. */
export async function domainProof({ tenantId }: TenantScope, domain: string): Promise<string> {
  const key = await cachedKey(tenantId);
  return `platform-email=${signatureOf(key, toJson(['domain', tenantId, domain])).toString('base64url')}`;
}

/** Returns the claims of a token; undefined if the signature or the purpose is wrong. */
export async function claimsOf(token: string, purpose: LinkPurpose): Promise<LinkClaims | undefined> {
  const [payload = '', signature = ''] = token.split('.', 2);
  const claims = parsed(payload);
  if (claims?.purpose !== purpose) return undefined;
  // Without a key, the tenant has not created any link.
  const key = await readKey(claims);
  if (key === undefined) return undefined;
  const receivedSignature = Buffer.from(signature, 'base64url');
  return isEqualInConstantTime(receivedSignature, signatureOf(key, payload)) ? claims : undefined;
}

/** Returns the base URL of links, without a trailing slash. */
export const linkBase = (): string => process.env[emailLinkBaseVariable] ?? '';

/** Builds a signed link. */
export async function linkFor(claims: LinkClaims): Promise<string> {
  return `${linkBase()}/api/email/${claims.purpose}?token=${await toToken(claims)}`;
}
