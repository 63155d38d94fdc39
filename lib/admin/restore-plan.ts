/** Decides what a restore does with each item. Pure. */
import { createHash } from 'node:crypto';
import { type Key, partsOf } from '../../shared/kernel/table/keys.ts';
import type { Item } from '../../shared/kernel/table/read.ts';
import { belongsTo, kindOf } from './owner.ts';

/** Twelve bytes distinguish millions of keys, and a set of them fits into memory. */
export const fingerprint = ({ pk, sk }: Key): string =>
  createHash('sha256').update(`${pk}\n${sk}`).digest().subarray(0, 12).toString('base64');

export const keyOf = (item: Item): Key => ({ pk: String(item.pk), sk: String(item.sk) });

/** The part of the table's current state that a restore needs. */
export interface Live {
  /** Partition keys of all credentials: API keys and sessions. */
  credentials: ReadonlySet<string>;
  /** Ids of the existing tenants; null is the platform itself. */
  tenants: ReadonlySet<string | null>;
  /** Partition keys of the records of erased tenants. */
  erased: ReadonlySet<string>;
}

export type RestoreAction =
  | 'put'
  /** Of another tenant, or not part of a restore. */
  | 'leave'
  | 'expired'
  /** Its tenant was erased since. */
  | 'erased'
  /** A key or session that was deleted since. */
  | 'revoked';

/** Counters that expire, and records of erased tenants: both stay unchanged. */
const untouchedKinds: ReadonlySet<string> = new Set(['LIMIT', 'ERASED']);
const credentialItemKinds: ReadonlySet<string> = new Set(['KEY', 'SESSION']);

export const isCredential = (item: Item): boolean => credentialItemKinds.has(kindOf(item));

/**
 * Items by which sweeps find placed files, enabled and due jobs, and unfinished sync runs. Before all others are restored,
 * a sweep would not find the rows of the files or the organizations, and would remove the files and end the jobs and runs.
 */
const sweptItemKinds: ReadonlySet<string> = new Set(['FILEPLACED', 'SCHEDULED', 'JOBDUE', 'SYNCACTIVE']);

/** Whether an item is restored after all others: credentials, and items by which sweeps find work. */
export const isRestoredLast = (item: Item): boolean => isCredential(item) || sweptItemKinds.has(kindOf(item));

/** The tenant of a directory item. */
export function tenantOfDirectory(item: Item): string | undefined {
  const [kind, tenantId] = partsOf(String(item.pk));
  return kind === 'DIRECTORY' && item.sk === 'TENANT' && item.deletedAt === undefined ? tenantId : undefined;
}

/**
 * Decides about an item of the backup. A key that the table no longer has is not restored if the table still has its
 * tenant: it was deleted or rotated since. A lost table has no keys, so all are restored.
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

/** Whether an item that the backup lacks is removed. Audit trails and unpublished events stay. */
export function isRemoved(item: Item, tenantId: string | undefined): boolean {
  if (untouchedKinds.has(kindOf(item)) || kindOf(item) === 'OUTBOX' || kindOf(item) === 'DATAKEY')
    return false;
  if (item.entity === 'audit') return false;
  return tenantId === undefined || belongsTo(item, tenantId);
}
