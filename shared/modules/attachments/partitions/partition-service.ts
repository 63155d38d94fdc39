/** Lists, creates, changes and deletes storage partitions. */

import { randomUUID } from 'node:crypto';
import { comparedName } from '../../../kernel/base/compared.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { Principal, TenantScope } from '../../../kernel/base/principal.ts';
import { laterThan, toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Created } from '../../../kernel/http/create-once.ts';
import type { Actor, Caller, Precondition, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { booleanSetting } from '../../../kernel/settings/settings.ts';
import { PartitionCodeTakenError, PartitionsLockedError } from '../errors.ts';
import { partitionLimits, versionLimits } from '../limits.ts';
import { toStoragePartition } from '../views.ts';
import type { Partition } from './partition.ts';
import type { CreatePartition, UpdatePartition } from './partition-contract.ts';
import * as store from './partition-store.ts';

/** Throws PartitionsLockedError if only the deployment can change partitions. */
function assertUnlocked(): void {
  if (booleanSetting('PARTITIONS_LOCKED')) throw new PartitionsLockedError();
}

function assertConfigSize(configJson: unknown): void {
  if (configJson && Buffer.byteLength(toJson(configJson)) > partitionLimits.configBytes)
    throw new InvalidInputError({
      configJson: `must have at most ${partitionLimits.configBytes} bytes as JSON`,
    });
}

const respond = (partition: Partition) =>
  withRevision({ item: toStoragePartition(partition) }, partition.revision);

/** Returns the tenant's partition that was created with this code and id. Throws NotFoundError. */
export async function createdPartition(
  { scope }: Reader<TenantScope>,
  { id }: Created,
  { code }: CreatePartition,
) {
  const partition = await store.getPartition(scope, code);
  return respond(requireFound(partition?.id === id ? partition : undefined, 'Partition'));
}

/** Throws PartitionsLockedError, PartitionCodeTakenError and InvalidInputError. */
export async function createPartition({ scope, context }: Caller<TenantScope>, input: CreatePartition) {
  assertUnlocked();
  assertConfigSize(input.configJson);
  const { tenantId } = scope;
  const existing = await store.listPartitions({ tenantId });
  const name = comparedName(input.code);
  if (existing.some(({ code }) => comparedName(code) === name)) throw new PartitionCodeTakenError(input.code);
  const own = existing.filter((partition) => partition.tenantId !== null);
  if (own.length >= partitionLimits.partitions)
    throw new InvalidInputError({ code: `a tenant has at most ${partitionLimits.partitions} partitions` });
  const at = toIso(context.nowMs);
  const partition: Partition = {
    id: randomUUID(),
    tenantId,
    code: input.code,
    title: input.title,
    description: input.description ?? null,
    isPublic: input.isPublic ?? false,
    requiresOcr: input.requiresOcr ?? booleanSetting('OCR_DEFAULT'),
    contentSearch: input.contentSearch ?? true,
    ocrModel: input.ocrModel ?? null,
    versionsKept: input.versionsKept ?? versionLimits.defaultKept,
    storageDriver: input.storageDriver ?? 'local',
    configJson: input.configJson ?? null,
    createdAt: at,
    updatedAt: at,
    revision: 1,
  };
  await store.insertPartition(partition, context);
  return respond(partition);
}

/** Returns a partition that the caller may change; only super admins may change default partitions. Throws NotFoundError. */
async function findChangeable(
  scope: TenantScope,
  id: string,
  { isSuperAdmin }: Pick<Principal, 'isSuperAdmin'>,
): Promise<Partition> {
  const partition = (await store.listPartitions(scope)).find((candidate) => candidate.id === id);
  if (partition === undefined || (partition.tenantId === null && !isSuperAdmin))
    throw new NotFoundError('Partition');
  return partition;
}

/** Throws PartitionsLockedError, NotFoundError, StaleError, and InvalidInputError for a changed code. */
export async function updatePartition(
  { scope, context }: Actor<TenantScope>,
  { ifMatch, ...changes }: UpdatePartition & Precondition,
) {
  assertUnlocked();
  assertConfigSize(changes.configJson);
  const partition = await updateWithRetry(
    () => findChangeable(scope, changes.id, context.principal),
    ifMatch,
    async (before) => {
      if (changes.code !== before.code)
        throw new InvalidInputError(
          { code: 'cannot be changed' },
          'The code of a partition cannot be changed.',
        );
      const after: Partition = {
        ...before,
        title: changes.title,
        description: changes.description === undefined ? before.description : changes.description,
        isPublic: changes.isPublic ?? before.isPublic,
        requiresOcr: changes.requiresOcr ?? before.requiresOcr,
        contentSearch: changes.contentSearch ?? before.contentSearch,
        ocrModel: changes.ocrModel === undefined ? before.ocrModel : changes.ocrModel,
        versionsKept: changes.versionsKept ?? before.versionsKept,
        storageDriver: changes.storageDriver ?? before.storageDriver,
        configJson: changes.configJson === undefined ? before.configJson : changes.configJson,
        revision: before.revision + 1,
        updatedAt: laterThan(before.updatedAt, context.nowMs),
      };
      await store.replacePartition(before, after, context);
      return after;
    },
  );
  return respond(partition);
}

/** Returns the default partitions, then the tenant's own, oldest first. */
export async function listPartitions({ scope }: Reader<TenantScope>) {
  const partitions = await store.listPartitions(scope);
  return { items: partitions.map(toStoragePartition) };
}

/** Throws PartitionsLockedError, NotFoundError, StaleError, PartitionInUseError, and InvalidInputError for a default one. */
export async function deletePartition({ scope, context }: Caller<TenantScope>, { id, ifMatch }: Target) {
  assertUnlocked();
  await updateWithRetry(
    // All callers see default partitions, so they get the error below instead of 404.
    () => findChangeable(scope, id, { isSuperAdmin: true }),
    ifMatch,
    async (partition) => {
      const { tenantId } = partition;
      if (tenantId === null)
        throw new InvalidInputError(
          { id: 'names a default partition' },
          'Default partitions cannot be deleted.',
        );
      await store.removePartition({ ...partition, tenantId }, context);
    },
  );
  return { ok: true as const };
}
