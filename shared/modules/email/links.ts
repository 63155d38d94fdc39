/**
 * Signed links of mails: the holder of a link may do what it says for one reader, and nothing else. The key is the
 * tenant's own, made with its first mail.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TenantScope } from '../../kernel/auth/principal.ts';
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

/** Who a link is for: a user, or an address that is no user's. */
export type Reader = { userId: string } | { address: string };

export interface LinkClaims {
  purpose: LinkPurpose;
  tenantId: string;
  reader: Reader;
  /** Type of the notifications that it is about; null for all. */
  type: string | null;
}

const entity = 'email_link_key';
const keyBytes = 32;

async function readKey(scope: TenantScope): Promise<string | undefined> {
  const item = await getItem(emailLinkKeyKey(scope));
  return item === undefined ? undefined : String(item.key);
}

/** The tenant's key; makes one for a tenant that has none. */
async function keyOf(scope: TenantScope): Promise<string> {
  const known = await readKey(scope);
  if (known !== undefined) return known;
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
/** Keys never change. */
const knownKeys = new LRUCache<string, string>({ max: maxTenants });

async function rememberedKey(tenantId: string): Promise<string> {
  const key = knownKeys.get(tenantId) ?? (await keyOf({ tenantId }));
  knownKeys.set(tenantId, key);
  return key;
}

const signatureOf = (key: string, payload: string): Buffer =>
  createHmac('sha256', key).update(payload).digest();

/** `[purpose, tenant, kind of reader, reader, type]`, and its signature behind a dot. */
async function toToken({ purpose, tenantId, reader, type }: LinkClaims): Promise<string> {
  const who = 'userId' in reader ? ['user', reader.userId] : ['address', reader.address];
  const payload = Buffer.from(JSON.stringify([purpose, tenantId, ...who, type])).toString('base64url');
  const key = await rememberedKey(tenantId);
  return `${payload}.${signatureOf(key, payload).toString('base64url')}`;
}

function parsed(payload: string): LinkClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (!Array.isArray(value)) return undefined;
    const [purpose, tenantId, kind, who, type] = value.map((one) => (one === null ? null : String(one)));
    const known = linkPurposes.find((name) => name === purpose);
    if (known === undefined || !tenantId || !uuidPattern.test(tenantId) || !who) return undefined;
    const reader = kind === 'user' ? { userId: who } : { address: who };
    return { purpose: known, tenantId, reader, type: type ?? null };
  } catch {
    return undefined;
  }
}

/** What a domain's DNS must say so that it counts as the tenant's. */
export async function domainProof({ tenantId }: TenantScope, domain: string): Promise<string> {
  const key = await rememberedKey(tenantId);
  return `platform-email=${signatureOf(key, JSON.stringify(['domain', tenantId, domain])).toString('base64url')}`;
}

/** What a token says, or undefined for one that was not made here. */
export async function claimsOf(token: string, purpose: LinkPurpose): Promise<LinkClaims | undefined> {
  const [payload = '', signature = ''] = token.split('.', 2);
  const claims = parsed(payload);
  if (claims?.purpose !== purpose) return undefined;
  // A tenant without a key has made no link.
  const key = await readKey(claims);
  if (key === undefined) return undefined;
  const given = Buffer.from(signature, 'base64url');
  return isEqualInConstantTime(given, signatureOf(key, payload)) ? claims : undefined;
}

/** Where links lead: the public host, without a slash at the end. */
export const linkBase = (): string => process.env[emailLinkBaseVariable] ?? '';

/** The link for a purpose. */
export async function linkFor(claims: LinkClaims): Promise<string> {
  return `${linkBase()}/api/email/${claims.purpose}?token=${await toToken(claims)}`;
}
