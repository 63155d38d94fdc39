/**
 * Stores storage partitions: one item each, in one table partition per tenant. Not declared resources: a partition belongs
 * to a tenant or to the platform, and its deletion checks its account.
 */
import {
  type ChangeContext,
  changeOf,
  deletionOf,
  type RecordedKind,
  recordChange,
} from '../../../kernel/audit/record.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { ifRevision, notExists, transact } from '../../../kernel/table/write.ts';
import { PartitionCodeTakenError, PartitionInUseError } from '../errors.ts';
import { partitionKey, partitionsPartition } from '../keys.ts';
import { emptyPartitionWrite } from './account-store.ts';
import { defaultCodes, defaultPartition, isDefaultCode, type Partition } from './partition.ts';

const entity = 'partition';

type StoredPartition = Omit<Partition, 'configJson'> & { config: string };

/** The configuration is stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
function toPartition(item: Item): Partition {
  const { config, ...partition } = fromItem<StoredPartition>(item, entity);
  return { ...partition, configJson: parseJson(config) as Partition['configJson'] };
}

/** Returns a default partition or a tenant's own; undefined if it does not exist. Sends one GetItem. */
export async function getPartition({ tenantId }: TenantScope, code: string): Promise<Partition | undefined> {
  const isDefault = isDefaultCode(code);
  const item = await getItem(partitionKey({ tenantId: isDefault ? null : tenantId }, code));
  if (item !== undefined) return toPartition(item);
  return isDefault ? defaultPartition(code) : undefined;
}

/** Returns the partition of a file. Sends one GetItem. */
export async function partitionOf(scope: TenantScope, code: string): Promise<Partition> {
  const partition = await getPartition(scope, code);
  // Partitions with files cannot be deleted, so it must exist.
  if (partition === undefined) throw new Error(`The partition ${code} of a file is missing.`);
  return partition;
}

async function storedPartitions(tenantId: string | null): Promise<Partition[]> {
  const items = await queryAll({ pk: partitionsPartition({ tenantId }), consistent: true });
  return items.map(toPartition);
}

/** Returns the default partitions, then the tenant's own, oldest first. */
export async function listPartitions({ tenantId }: TenantScope): Promise<Partition[]> {
  const [changed, own] = await allOf([storedPartitions(null), storedPartitions(tenantId)]);
  const defaults = defaultCodes.map(
    (code) => changed.find((partition) => partition.code === code) ?? defaultPartition(code),
  );
  const byAge = (a: Partition, b: Partition) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0;
  return [...defaults, ...own.toSorted(byAge)];
}

function rowWrite({ revision, configJson, ...partition }: Partition) {
  const row = { ...partition, config: toJson(configJson) };
  return { put: toItem(partitionKey(partition, partition.code), entity, row, { revision }) };
}

const partitions: RecordedKind<Partition> = {
  name: 'attachments.partition',
  eventData: ({ code, title, isPublic, requiresOcr }) => ({ code, title, isPublic, requiresOcr }),
  audited: ({ revision, ...shown }) => shown,
};

/** Throws PartitionCodeTakenError. */
export async function insertPartition(partition: Partition, context: ChangeContext): Promise<void> {
  await transact([
    {
      ...rowWrite(partition),
      when: notExists,
      otherwise: () => new PartitionCodeTakenError(partition.code),
    },
    ...recordChange(changeOf(partitions, 'created', undefined, partition), context),
  ]);
}

/** Throws StaleError if another writer has changed the partition. A default partition is stored with its first change. */
export async function replacePartition(
  before: Partition,
  after: Partition,
  context: ChangeContext,
): Promise<void> {
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    ...recordChange(changeOf(partitions, 'updated', before, after), context),
  ]);
}

/** Throws PartitionInUseError if the partition has files, StaleError if another writer has changed it. */
export async function removePartition(
  partition: Partition & TenantScope,
  context: ChangeContext,
): Promise<void> {
  await transact([
    {
      delete: partitionKey(partition, partition.code),
      ...ifRevision(partition.revision),
    },
    { ...emptyPartitionWrite(partition, partition.code), otherwise: () => new PartitionInUseError() },
    ...recordChange(deletionOf(partitions, partition), context),
  ]);
}
