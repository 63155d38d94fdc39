/** Checks a completely received file, reserves its storage, creates its object and writes its row. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { originalKey } from '../../../kernel/files/object-keys.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { type CustomValues, type Definition, getDefinitions } from '../../entities/public.ts';
import type { Assignment, Attachment, ContentStatus } from '../attachment.ts';
import { insertAttachment } from '../attachment-store.ts';
import { charsetOf } from '../extraction/plain-text.ts';
import { type RoutedFile, routeOf } from '../extraction/route.ts';
import { attachmentDefinitions, newCustom } from '../library/custom-values.ts';
import { takeoverAtMs } from '../limits.ts';
import { openAccount, partitionChecks } from '../partitions/account-store.ts';
import { defaultPartition, entityPartition, type Partition } from '../partitions/partition.ts';
import { getPartition } from '../partitions/partition-store.ts';
import { type ClaimedWork, claimedDoneWrites } from '../partitions/storage-store.ts';
import { whilePlacing } from '../placement.ts';
import { originalFileName, sanitizeFileName } from './file-name.ts';
import { detectType } from './file-type.ts';
import { withOwner } from './form-parts.ts';
import {
  type FieldOptions,
  partitionCandidates,
  problemAfterQuota,
  problemBeforeQuota,
  type ReceivedFile,
  type UploadTarget,
} from './upload-decision.ts';

/** A received file with the data of the client. */
export interface CompleteUpload {
  id: string;
  target: UploadTarget;
  tags: string[];
  assignments: Assignment[];
  /** Returns the custom values. Forms contain texts only, so the types depend on the defined fields. */
  custom: (definitions: readonly Definition[]) => CustomValues;
  file: ReceivedFile;
  /** Creates the object of the file. */
  createObject: (objectKey: string, contentType: string) => Promise<void>;
  /** Key of a temporary object. */
  temporaryKey?: string | undefined;
  /** The claimed reservation of a staged file; without it, storage is reserved. */
  claimed?: ClaimedWork | undefined;
}

/**
 * Returns the options of the custom field of an upload; null without a field. Entity types contain a colon or a dot. A
 * failed read throws, so that no file bypasses the field's limits.
 */
export async function fieldOptionsOf(
  scope: TenantScope,
  { entityId, fieldKey }: Pick<UploadTarget, 'entityId' | 'fieldKey'>,
): Promise<FieldOptions> {
  if (fieldKey === undefined) return null;
  const { fields } = await getDefinitions(scope, entityId.replace(':', '.'));
  return fields.find(({ key }) => key === fieldKey)?.attachment ?? null;
}

/** Returns the first existing partition of the candidates. Adds a warning if the requested partition does not exist. */
export async function partitionFor(
  scope: TenantScope,
  target: UploadTarget,
  field: FieldOptions,
  { warnings }: Pick<ChangeContext, 'warnings'>,
): Promise<Partition> {
  const partition =
    (await firstPartition(scope, partitionCandidates(target, field))) ??
    defaultPartition(entityPartition(target.entityId));
  const { partitionCode } = target;
  if (partitionCode !== undefined && partitionCode !== partition.code)
    warnings?.push(
      `The partition "${partitionCode}" does not exist; the file is stored in "${partition.code}".`,
    );
  return partition;
}

async function firstPartition(scope: TenantScope, codes: readonly string[]): Promise<Partition | undefined> {
  for (const code of codes) {
    const partition = await getPartition(scope, code);
    if (partition !== undefined) return partition;
  }
  return undefined;
}

/** Returns names, type, size, hash and initial extraction status of a file. */
export function describedFile(file: ReceivedFile, { requiresOcr }: Pick<Partition, 'requiresOcr'>) {
  const fileName = sanitizeFileName(file.name);
  const described = {
    fileName,
    originalName: originalFileName(file.name) ?? fileName,
    mimeType: detectType(file.head, file.name, file.clientType),
    fileSize: file.bytes,
  };
  return {
    ...described,
    charset: routeOf(described) === 'text' ? charsetOf(file.clientType ?? '') : undefined,
    sha256: file.sha256,
    contentStatus: firstContentStatus(described, requiresOcr),
  };
}

/** Returns the initial extraction status of a file. */
export function firstContentStatus(file: RoutedFile, requiresOcr: boolean): ContentStatus {
  return requiresOcr && routeOf(file) !== undefined ? 'pending' : 'none';
}

function newAttachment(
  { tenantId, organizationId }: RowScope,
  { id, target, tags, assignments, file }: CompleteUpload,
  { partition, custom }: { partition: Partition; custom: CustomValues },
  { nowMs, principal }: ChangeContext,
): Attachment {
  const createdBy = principal.subject;
  const at = toIso(nowMs);
  return {
    id,
    tenantId,
    organizationId,
    entityId: target.entityId,
    recordId: target.recordId,
    fieldKey: target.fieldKey ?? null,
    partitionCode: partition.code,
    ...describedFile(file, partition),
    objectKey: originalKey({ tenantId, organizationId, attachmentId: id }),
    tags,
    assignments: withOwner(assignments, target),
    custom,
    content: null,
    createdAt: at,
    createdBy,
    updatedAt: at,
    revision: 1,
  };
}

/**
 * Checks a file in a fixed order and stores it: the row exists if and only if the object exists. Throws
 * FileTypeRefusedError, FileTooLargeError, QuotaExceededError, PublicPartitionError, InvalidInputError,
 * UploadUnderWayError and UnavailableError.
 */
export async function acceptFile(
  scope: RowScope,
  upload: CompleteUpload,
  context: ChangeContext,
): Promise<Attachment> {
  const { target, file } = upload;
  const quotaBytes = megabyteSetting('TENANT_QUOTA_MB');
  const [field, definitions] = await allOf([fieldOptionsOf(scope, target), attachmentDefinitions(scope)]);
  const early = problemBeforeQuota(file, field, megabyteSetting('UPLOAD_MAX_MB'));
  if (early !== undefined) throw early;
  const partition = await partitionFor(scope, target, field, context);
  const late = problemAfterQuota(file, target, field, partition);
  if (late !== undefined) {
    await openAccount(scope, file.bytes, quotaBytes + (upload.claimed?.bytes ?? 0));
    throw late;
  }
  const custom = newCustom(upload.custom(definitions), definitions);
  const attachment = newAttachment(scope, upload, { partition, custom }, context);
  await store(attachment, upload, quotaBytes, context);
  return attachment;
}

/** Creates the object of a file and writes its row, which counts its bytes. Undoes both if one of them fails. */
async function store(
  attachment: Attachment,
  { createObject, temporaryKey, claimed }: CompleteUpload,
  quotaBytes: number,
  context: ChangeContext,
): Promise<void> {
  const { tenantId, organizationId, id, partitionCode, fileSize: bytes, mimeType, objectKey } = attachment;
  const room = { tenantId, partitionCode, bytes };
  if (claimed !== undefined) {
    await createObject(objectKey, mimeType);
    const ends = claimedDoneWrites(claimed, partitionCode);
    await insertAttachment(attachment, { ends, freed: [claimed], taken: [room] }, context);
    return;
  }
  await openAccount(room, bytes, quotaBytes);
  const placement = {
    ...{ tenantId, organizationId, fileId: id, dueAtMs: takeoverAtMs() },
    ...(temporaryKey !== undefined && { passesKey: temporaryKey }),
  };
  await whilePlacing(placement, async (placed) => {
    await createObject(objectKey, mimeType);
    const ends = [placed, ...partitionChecks(room)];
    await insertAttachment(attachment, { ends, freed: [], taken: [room], quotaBytes }, context);
  });
}
