/**
 * Stores the account of a tenant: one item that counts all stored bytes and files, because an exact quota needs one counter.
 */
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { getItem, type Item } from '../../../kernel/table/read.ts';
import type { Condition, Write } from '../../../kernel/table/write.ts';
import { QuotaExceededError } from '../errors.ts';
import { partitionKey, storageUsageKey } from '../keys.ts';
import { isDefaultCode } from './partition.ts';

/** Stored bytes and files, including reservations. */
export interface StorageUsage {
  bytes: number;
  files: number;
  /** Partitions by code. */
  partitions: Record<string, { bytes: number; files: number }>;
}

/** Bytes in a partition of a tenant. */
export interface Stored {
  tenantId: string;
  partitionCode: string;
  bytes: number;
  /** Set for a version of an existing file: its bytes are counted, but not as another file. */
  isVersion?: true;
}

const bytesIn = (code: string) => `bytes_${code}`;
const filesIn = (code: string) => `files_${code}`;

/** Storage to release and storage to count, in one write of the account. */
export interface AccountChange {
  freed: readonly Stored[];
  taken?: readonly Stored[];
  /** Quota of the tenant. Undefined if the storage was reserved before. */
  quotaBytes?: number | undefined;
}

function addAmounts(sums: Record<string, number>, stored: Stored, by: 1 | -1): void {
  const { partitionCode, bytes, isVersion } = stored;
  const amounts = {
    bytes: by * bytes,
    [bytesIn(partitionCode)]: by * bytes,
    ...(isVersion ? {} : { files: by, [filesIn(partitionCode)]: by }),
  };
  for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + (amount ?? 0);
}

/** Builds the condition that at most `maxBytes` are stored. */
const hasRoom = (maxBytes: number): Condition => ({
  expression: 'attribute_not_exists(#bytes) OR #bytes <= :room',
  names: { '#bytes': 'bytes' },
  values: { ':room': maxBytes },
});

const sumOfBytes = (stored: readonly Stored[]): number => stored.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Builds the single write of the account, because a transaction may write an item only once. Returns no write if no amount
 * changes. If parallel uploads together exceed the quota, the later transactions fail with QuotaExceededError.
 */
export function accountWrites({ freed, taken = [], quotaBytes }: AccountChange): Write[] {
  const [first] = [...freed, ...taken];
  const sums: Record<string, number> = {};
  for (const stored of freed) addAmounts(sums, stored, -1);
  for (const stored of taken) addAmounts(sums, stored, 1);
  const amounts = Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
  if (first === undefined || Object.keys(amounts).length === 0) return [];
  const write = { add: storageUsageKey(first), amounts };
  if (quotaBytes === undefined) return [write];
  const room = quotaBytes - sumOfBytes(taken);
  return [{ ...write, when: hasRoom(room), otherwise: () => new QuotaExceededError(quotaBytes) }];
}

/** Reads the account of a tenant. One GetItem. */
export async function getAccount(scope: TenantScope): Promise<StorageUsage> {
  const item: Item = (await getItem(storageUsageKey(scope))) ?? {};
  const codes = Object.keys(item)
    .filter((name) => name.startsWith('files_') && Number(item[name]) > 0)
    .map((name) => name.slice('files_'.length));
  const partitions = codes.map((code): [string, { bytes: number; files: number }] => [
    code,
    { bytes: Number(item[bytesIn(code)] ?? 0), files: Number(item[filesIn(code)]) },
  ]);
  return {
    bytes: Number(item.bytes ?? 0),
    files: Number(item.files ?? 0),
    partitions: Object.fromEntries(partitions.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Reads the account before `bytes` are stored. Throws QuotaExceededError if they would exceed the quota now. An early check;
 * the transaction of `accountWrites` enforces the quota.
 */
export async function openAccount(scope: TenantScope, bytes: number, quotaBytes: number): Promise<void> {
  const account = await getAccount(scope);
  if (account.bytes + bytes > quotaBytes) throw new QuotaExceededError(quotaBytes);
}

/**
 * Builds the write that ends the counts of an empty partition, for the transaction that deletes it. Otherwise the account,
 * which every upload writes, would keep the counts of all partitions that ever existed.
 */
export const emptyPartitionWrite = (scope: TenantScope, code: string) => ({
  set: storageUsageKey(scope),
  values: {},
  remove: [filesIn(code), bytesIn(code)],
  // The reservation of a new version counts only bytes, and may outlive its file.
  when: {
    expression:
      '(attribute_not_exists(#files) OR #files = :none) AND (attribute_not_exists(#bytes) OR #bytes <= :none)',
    names: { '#files': filesIn(code), '#bytes': bytesIn(code) },
    values: { ':none': 0 },
  },
});

/** Builds the check that the partition still exists. Default partitions cannot be deleted. */
export function partitionChecks({ tenantId, partitionCode }: Stored): Write[] {
  if (isDefaultCode(partitionCode)) return [];
  return [
    {
      check: partitionKey({ tenantId }, partitionCode),
      when: { expression: 'attribute_exists(pk)' },
      otherwise: () => new UnavailableError(undefined, 1),
    },
  ];
}
