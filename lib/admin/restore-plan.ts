/** What a restoration does with each item: pure decisions. */
import { createHash } from 'node:crypto';
import { type Key, partsOf } from '../../shared/kernel/table/keys.ts';
import type { Item } from '../../shared/kernel/table/read.ts';
import { belongsTo, kindOf } from './owner.ts';

/** Twelve bytes tell millions of keys apart, and a set of them fits into memory. */
export const fingerprint = ({ pk, sk }: Key): string =>
  createHash('sha256').update(`${pk}\n${sk}`).digest().subarray(0, 12).toString('base64');

export const keyOf = (item: Item): Key => ({ pk: String(item.pk), sk: String(item.sk) });

/** What the table knows that is to be made as it was. */
export interface Live {
  /** Partition keys of all credentials: API keys and sessions. */
  credentials: ReadonlySet<string>;
  /** Ids of the tenants that there are; null stands for the platform itself. */
  tenants: ReadonlySet<string | null>;
  /** Partition keys of what says that tenants were erased. */
  erased: ReadonlySet<string>;
}

export type RestoreAction =
  | 'put'
  /** Not this tenant's, or nothing that a restoration concerns. */
  | 'leave'
  | 'expired'
  /** Its tenant was erased since. */
  | 'erased'
  /** A key or session that was ended since. */
  | 'revoked';

/** Counters that end by themselves, and what says that tenants were erased: both are as they are. */
const untouchedKinds: ReadonlySet<string> = new Set(['LIMIT', 'ERASED']);
const credentialItemKinds: ReadonlySet<string> = new Set(['KEY', 'SESSION']);

export const isCredential = (item: Item): boolean => credentialItemKinds.has(kindOf(item));

/** The tenant whose directory item this is. */
export function tenantOfDirectory(item: Item): string | undefined {
  const [kind, tenantId] = partsOf(String(item.pk));
  return kind === 'DIRECTORY' && item.sk === 'TENANT' && item.deletedAt === undefined ? tenantId : undefined;
}

/**
 * What becomes of an item of the backup. A key that the table no longer has stays away, if the table still knows its
 * tenant: it was deleted, or rotated, since. A table that was lost has no keys, and takes every one.
 */
export function restoreActionOf(
  item: Item,
  live: Live,
  {
    tenantId,
    nowSeconds,
    erasedPk,
  }: { tenantId: string | undefined; nowSeconds: number; erasedPk: string | undefined },
): RestoreAction {
  if (untouchedKinds.has(kindOf(item))) return 'leave';
  if (tenantId !== undefined && !belongsTo(item, tenantId)) return 'leave';
  if (typeof item.ttl === 'number' && item.ttl <= nowSeconds) return 'expired';
  if (erasedPk !== undefined && live.erased.has(erasedPk)) return 'erased';
  if (isCredential(item) && !live.credentials.has(String(item.pk))) {
    const home = typeof item.tenantId === 'string' ? item.tenantId : null;
    if (live.tenants.has(home)) return 'revoked';
  }
  return 'put';
}

/** Whether something that the backup lacks goes. Trails stay, and so do events that wait to be published. */
export function isRemoved(item: Item, tenantId: string | undefined): boolean {
  if (untouchedKinds.has(kindOf(item)) || kindOf(item) === 'OUTBOX' || kindOf(item) === 'DATAKEY')
    return false;
  if (item.entity === 'audit') return false;
  return tenantId === undefined || belongsTo(item, tenantId);
}
