/**
 * The account of what a tenant stores: one item, because a quota is exact only where all of it is counted in one place.
 * Uploads write it in any case, so that it counts the files of libraries as well, while it is small.
 */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { itemBytes } from '../../../kernel/table/item-size.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import type { Condition, Write } from '../../../kernel/table/write.ts';
import { QuotaExceededError } from '../errors.ts';
import { partitionKey, storageUsageKey } from '../keys.ts';
import { isDefaultCode } from './partition.ts';

/** What is stored, reservations included. */
export interface StorageUsage {
  bytes: number;
  files: number;
  /** By code. */
  partitions: Record<string, { bytes: number; files: number }>;
}

/** Bytes in a partition of a tenant. */
export interface Stored {
  tenantId: string;
  partitionCode: string;
  bytes: number;
  /** It is one more version of a file: its bytes count, but not as a file. */
  isVersion?: true;
}

const bytesIn = (code: string) => `bytes_${code}`;
const filesIn = (code: string) => `files_${code}`;
const libraryPrefix = 'library_';
const libraryOf = (organizationId: string) => `${libraryPrefix}${organizationId}`;

/** Up to here a write of the account costs one write unit, twice that in a transaction. */
const maxAccountBytes = 1_024;
/** What a new count adds beyond its name, and what numbers of the account may still grow by. */
const countBytes = 60;

/** Room that is given back, and room that is taken instead. */
export interface RoomChange {
  freed: readonly Stored[];
  taken?: readonly Stored[];
  /** What the tenant may store; absent where the room that is taken was reserved before. */
  quotaBytes?: number | undefined;
  /** A partition that others' files keep from being deleted, so that the transaction need not check it. */
  sharedPartition?: string | undefined;
  /** The organization in whose library one file more is counted here instead of in a counter of its own. */
  countedIn?: string | undefined;
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

/** Holds while so much room is free, and while there are files in the partition, if one is named. */
function hasRoom(room: number, sharedPartition: string | undefined): Condition {
  const isFree = 'attribute_not_exists(#bytes) OR #bytes <= :room';
  const [names, values] = [{ '#bytes': 'bytes' }, { ':room': room }];
  if (sharedPartition === undefined) return { expression: isFree, names, values };
  return {
    expression: `(${isFree}) AND #files >= :one`,
    names: { ...names, '#files': filesIn(sharedPartition) },
    values: { ...values, ':one': 1 },
  };
}

const sumOfBytes = (stored: readonly Stored[]): number => stored.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * The write that counts all of it: a transaction takes one write of an item. None when nothing changes. Of parallel
 * uploads that together exceed the quota, the later ones fail: the transaction throws QuotaExceededError. It throws
 * UnavailableError when the last file has left the shared partition.
 */
export function roomWrites({
  freed,
  taken = [],
  quotaBytes,
  sharedPartition,
  countedIn,
}: RoomChange): Write[] {
  const [first] = [...freed, ...taken];
  const sums: Record<string, number> = {};
  for (const stored of freed) addAmounts(sums, stored, -1);
  for (const stored of taken) addAmounts(sums, stored, 1);
  if (countedIn !== undefined) sums[libraryOf(countedIn)] = 1;
  const amounts = Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
  if (first === undefined || Object.keys(amounts).length === 0) return [];
  const write = { add: storageUsageKey(first), amounts };
  if (quotaBytes === undefined) return [write];
  const room = quotaBytes - sumOfBytes(taken);
  const otherwise = (account: Item | undefined) =>
    Number(account?.bytes ?? 0) > room
      ? new QuotaExceededError(quotaBytes)
      : new UnavailableError(undefined, 1);
  return [{ ...write, when: hasRoom(room, sharedPartition), otherwise }];
}

/** What a tenant stores, and where the next file of an organization is counted. */
export interface Account extends StorageUsage {
  /** Whether the account counts the library of the organization: as long as its writes do not cost more by that. */
  countsLibrary: (organizationId: string) => boolean;
}

/** The account of a tenant. One GetItem. */
export async function getAccount(scope: TenantScope): Promise<Account> {
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
    countsLibrary(organizationId) {
      const name = libraryOf(organizationId);
      return name in item || itemBytes(item) + name.length + countBytes <= maxAccountBytes;
    },
  };
}

/**
 * The account, for a file that is to be stored. Throws QuotaExceededError when the file does not fit in now; whether it
 * does later, the transaction decides.
 */
export async function openAccount(room: Stored, quotaBytes: number): Promise<Account> {
  const account = await getAccount(room);
  if (account.bytes + room.bytes > quotaBytes) throw new QuotaExceededError(quotaBytes);
  return account;
}

/** How many files of each library an account counts, by organization. */
export function libraryCountsIn(account: Item): Map<string, number> {
  const names = Object.keys(account).filter((name) => name.startsWith(libraryPrefix));
  return new Map(names.map((name) => [name.slice(libraryPrefix.length), Number(account[name])]));
}

/** How many files of these libraries the account counts: a part of their totals. Eventually consistent, one BatchGetItem. */
export async function countedInAccount(
  scope: TenantScope,
  organizationIds: readonly string[],
): Promise<number> {
  const [item = {}] = await batchGet([storageUsageKey(scope)], undefined, { consistent: false });
  const counts = libraryCountsIn(item);
  return organizationIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
}

/** Holds only while nothing lies in the partition, for the transaction that deletes it. */
export function emptyPartitionCheck(scope: TenantScope, code: string) {
  return {
    check: storageUsageKey(scope),
    when: {
      expression: 'attribute_not_exists(#files) OR #files = :none',
      names: { '#files': filesIn(code) },
      values: { ':none': 0 },
    },
  };
}

/** What keeps the partition of a new file from being deleted in between: other files in it, or a check of its own. */
export function partitionGuard(
  room: Stored,
  { partitions }: StorageUsage,
): { ends: Write[]; sharedPartition?: string } {
  const { partitionCode } = room;
  if (isDefaultCode(partitionCode)) return { ends: [] };
  return (partitions[partitionCode]?.files ?? 0) > 0
    ? { ends: [], sharedPartition: partitionCode }
    : { ends: partitionChecks(room) };
}

/** Fails when the partition was deleted meanwhile; default ones are not. */
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
