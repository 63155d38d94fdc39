/** Uploads that a client sends to the bucket itself: a form to begin with, and the checks when the file has come. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/auth/principal.ts';
import { AppError } from '../../../kernel/errors/app-error.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import {
  copyObject,
  deleteObjects,
  type OpenObject,
  openObject,
  type PresignedPost,
  presignPost,
} from '../../../kernel/files/bucket.ts';
import { stagingKey } from '../../../kernel/files/object-keys.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import type { Attachment } from '../attachment.ts';
import { getAttachment, putLocator } from '../attachment-store.ts';
import { UploadUnderWayError } from '../errors.ts';
import { fileWorkShardOf, formerFileWorkShardOf, recordFilesPartition } from '../keys.ts';
import { attachmentDefinitions, changedCustom } from '../library/custom-values.ts';
import { uploadLimits } from '../limits.ts';
import {
  type ClaimedWork,
  claimStaged,
  type FileWork,
  releaseStaged,
  reserve,
} from '../partitions/storage-store.ts';
import { acceptVersion, expectedAttachment, limitsOf } from '../versions/accept-version.ts';
import type { BeginVersionUpload } from '../versions/version-contract.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import {
  acceptFile,
  type CompleteUpload,
  fieldOptionsOf,
  partitionFor,
  refuseOverQuota,
} from './accept-file.ts';
import {
  getUpload,
  insertUpload,
  type StartedUploadRow,
  uploadCompletedWrite,
} from './direct-upload-store.ts';
import { FileIntake, FileOverflow } from './file-intake.ts';
import { customOfBody, normalizeAssignments, normalizeTags, parsePartitionCode } from './form-parts.ts';
import type { BeginUpload } from './upload-contract.ts';
import {
  maxFileBytes,
  missingParts,
  problemAfterQuota,
  problemBeforeQuota,
  type ReceivedFile,
} from './upload-decision.ts';

export interface StartedUpload {
  attachmentId: string;
  form: PresignedPost;
  maxBytes: number;
}

/** Under which the work of a staged file is stored, beside that of the file it becomes. */
const stagedId = (uploadId: string): string => `staged-${uploadId}`;

/**
 * The room of a staged file: what the form takes counts in the quota until the upload is completed or has expired, and
 * the sweep gives it back then.
 */
function stagedWorkOf({
  id,
  tenantId,
  organizationId,
  staged,
  versionOf,
  expiresAtMs,
}: StartedUploadRow): FileWork {
  const attachmentId = stagedId(id);
  return {
    ...{ kind: 'upload', tenantId, organizationId, attachmentId },
    shard: formerFileWorkShardOf(attachmentId),
    ...staged,
    dueAtMs: expiresAtMs + uploadLimits.storingSeconds * 1_000,
    passesKey: stagingKey(tenantId, id),
    ...(versionOf && { isVersion: true }),
  };
}

/** What a form may take, and where it goes. Throws what is wrong with a file that has not come yet, as far as it is known. */
async function refuseKnown(
  scope: Scope,
  upload: Omit<StartedUploadRow, 'staged'>,
  bytes: number,
  context: ChangeContext,
): Promise<{ bytes: number; partitionCode: string }> {
  const [field, definitions] = await allOf([
    fieldOptionsOf(scope, upload.target),
    attachmentDefinitions(scope),
  ]);
  const globalBytes = megabyteSetting('UPLOAD_MAX_MB');
  const file = { name: upload.fileName, clientType: upload.mimeType, bytes, head: Buffer.alloc(0) };
  const early = problemBeforeQuota({ ...file, isTooLarge: false }, field, globalBytes);
  if (early !== undefined) throw early;
  await refuseOverQuota(scope, bytes, megabyteSetting('TENANT_QUOTA_MB'));
  const partition = await partitionFor(scope, upload.target, field, context);
  const late = problemAfterQuota(file, upload.target, field, partition);
  if (late !== undefined) throw late;
  changedCustom({}, upload.custom, definitions);
  // A client that says how large its file is takes no more room than that.
  return { bytes: bytes > 0 ? bytes : maxFileBytes(globalBytes, field), partitionCode: partition.code };
}

/**
 * Begins a direct upload. Throws FileTypeRefusedError, FileTooLargeError, QuotaExceededError, PublicPartitionError,
 * InvalidInputError.
 */
export async function beginUpload(
  scope: Scope,
  input: BeginUpload,
  context: ChangeContext,
): Promise<StartedUpload> {
  const { nowMs } = context;
  const { tenantId, organizationId } = scope;
  const { entityId, recordId, fieldKey, fileName, fileSize = 0, mimeType } = input;
  const missing = missingParts({ entityId, recordId, hasFile: true });
  if (missing !== undefined) throw missing;
  const upload = {
    id: randomUUID(),
    tenantId,
    organizationId,
    target: {
      entityId: entityId.trim(),
      recordId: recordId.trim(),
      fieldKey,
      partitionCode: parsePartitionCode(input.partitionCode),
    },
    fileName,
    mimeType,
    tags: normalizeTags(input.tags ?? []),
    assignments: normalizeAssignments(input.assignments ?? []),
    custom: customOfBody(input),
    expiresAtMs: nowMs + uploadLimits.completeSeconds * 1_000,
  };
  return openStaging(upload, await refuseKnown(scope, upload, fileSize, context));
}

/** Reserves the room of an upload that may begin, and makes its form. */
async function openStaging(
  upload: Omit<StartedUploadRow, 'staged'>,
  staged: { bytes: number; partitionCode: string },
): Promise<StartedUpload> {
  const { bytes: maxBytes } = staged;
  const form = await presignPost({
    key: stagingKey(upload.tenantId, upload.id),
    maxBytes,
    expiresSeconds: uploadLimits.directSeconds,
  });
  const shard = fileWorkShardOf(stagedId(upload.id));
  // A version has no locator. That of a file is put now, so that its completion need not.
  const begun = {
    ...upload,
    staged: { ...staged, shard, ...(!upload.versionOf && { locatorOf: upload.id }) },
  };
  await reserve(stagedWorkOf(begun), megabyteSetting('TENANT_QUOTA_MB'));
  if (upload.versionOf === undefined) await putLocator(upload);
  await insertUpload(begun);
  return { attachmentId: upload.id, form, maxBytes };
}

/**
 * Begins a direct upload of a new version. `ifMatch` holds until its completion. Throws NotFoundError, StaleError,
 * FileTypeRefusedError, FileTooLargeError, QuotaExceededError.
 */
export async function beginVersionUpload(
  scope: Scope,
  attachmentId: string,
  { fileName, fileSize = 0, mimeType }: BeginVersionUpload,
  ifMatch: string | undefined,
  { nowMs }: ChangeContext,
): Promise<StartedUpload & { revision: number }> {
  const attachment = await expectedAttachment(scope, attachmentId, ifMatch);
  const { tenantId, organizationId, entityId, recordId } = attachment;
  const { field, partition } = await limitsOf(attachment);
  const globalBytes = megabyteSetting('UPLOAD_MAX_MB');
  const file = { name: fileName, clientType: mimeType, bytes: fileSize, head: Buffer.alloc(0) };
  const target = { entityId, recordId, fieldKey: attachment.fieldKey ?? undefined, partitionCode: undefined };
  const problem =
    problemBeforeQuota({ ...file, isTooLarge: false }, field, globalBytes) ??
    problemAfterQuota(file, target, field, partition);
  if (problem !== undefined) throw problem;
  await refuseOverQuota(scope, fileSize, megabyteSetting('TENANT_QUOTA_MB'));
  const upload = {
    ...{ id: randomUUID(), tenantId, organizationId, target, fileName, mimeType },
    ...{ tags: [], assignments: [], custom: {} },
    versionOf: { attachmentId: attachment.id, ...(ifMatch !== undefined && { ifMatch }) },
    expiresAtMs: nowMs + uploadLimits.completeSeconds * 1_000,
  };
  const bytes = fileSize > 0 ? fileSize : maxFileBytes(globalBytes, field);
  const begun = await openStaging(upload, { bytes, partitionCode: partition.code });
  return { ...begun, revision: attachment.revision };
}

/** Reads a staged object as an upload is read. */
async function receive(object: OpenObject, { fileName, mimeType }: StartedUploadRow): Promise<ReceivedFile> {
  const intake = new FileIntake(fileName, mimeType, { maxFileBytes: megabyteSetting('UPLOAD_MAX_MB') });
  await intake.take(object.body).catch((error: unknown) => {
    if (!(error instanceof FileOverflow)) throw error;
  });
  return intake.received();
}

/** Removes what was staged. Never throws: the bucket forgets it after a day. */
async function discardStaged(key: string): Promise<void> {
  await deleteObjects([key]).catch((error: unknown) =>
    log('warn', 'a staged file is left over', { key, error: describeError(error) }),
  );
}

/** Lets another request complete an upload. Never throws: the claim lapses. */
async function release(claimed: ClaimedWork): Promise<void> {
  await releaseStaged(claimed).catch((error: unknown) => {
    const { tenantId, attachmentId } = claimed;
    log('warn', 'a claim is left to lapse', { tenantId, attachmentId, error: describeError(error) });
  });
}

/** Stores a staged file as what it was begun for. */
function acceptStaged(
  scope: Scope,
  { id, target, tags, assignments, custom, organizationId, versionOf }: StartedUploadRow,
  staged: Pick<CompleteUpload, 'file' | 'place' | 'claimed'>,
  context: ChangeContext,
): Promise<Attachment> {
  if (versionOf !== undefined) {
    const ends = [uploadCompletedWrite(scope, id)];
    const { attachmentId, ifMatch } = versionOf;
    return acceptVersion(scope, { ...staged, fileId: id, attachmentId, ends }, ifMatch, context);
  }
  const upload = { ...staged, id, target, tags, assignments, custom: () => custom };
  return acceptFile({ tenantId: scope.tenantId, organizationId }, upload, context);
}

/** Stores a staged file; of several requests for the same one, one at a time. */
async function storeStaged(
  scope: Scope,
  upload: StartedUploadRow,
  object: OpenObject,
  context: ChangeContext,
): Promise<Attachment> {
  const { tenantId, organizationId, target, versionOf } = upload;
  const recordPartition = versionOf ? undefined : recordFilesPartition({ tenantId, organizationId }, target);
  const claimed = await claimStaged(stagedWorkOf(upload), upload.id, {
    nowMs: Date.now(),
    recordPartition,
  });
  try {
    const staged = {
      file: await receive(object, upload),
      place: (objectKey: string, contentType: string) =>
        // The form can be sent again until it expires: only the object that was checked may be stored.
        copyObject(object.key, objectKey, { contentType, ifEtag: object.etag }),
      claimed,
    };
    // Begun by a version of the platform that left the locator to the completion.
    if (versionOf === undefined && claimed.locatorOf === undefined) await putLocator(upload);
    const attachment = await acceptStaged(scope, upload, staged, context);
    await discardStaged(object.key);
    return attachment;
  } catch (error) {
    await release(claimed);
    if (error instanceof AppError && error.status < 500) await discardStaged(object.key);
    // Another object was put in its place while it was checked.
    throw error instanceof Error && error.name === 'PreconditionFailed' ? new UploadUnderWayError() : error;
  }
}

/** An attachment that the upload has become. */
async function completed(scope: Scope, id: string): Promise<Attachment | undefined> {
  const attachment = await getAttachment(scope, id);
  return attachment && scope.organizationIds.includes(attachment.organizationId) ? attachment : undefined;
}

/** The same, also where it has become a version of one. */
async function completedMeanwhile(scope: Scope, id: string, nowMs: number): Promise<Attachment | undefined> {
  const attachment = await completed(scope, id);
  if (attachment !== undefined) return attachment;
  const upload = await getUpload(scope, id, nowMs);
  return upload?.isCompleted && upload.versionOf
    ? completed(scope, upload.versionOf.attachmentId)
    : undefined;
}

/**
 * Completes a direct upload; repeated, it returns the same attachment. Throws NotFoundError for one that was not begun,
 * has expired, or whose file has not come, and what `acceptFile` throws.
 */
export async function completeUpload(
  scope: Scope,
  givenId: string,
  context: ChangeContext,
): Promise<Attachment> {
  const id = givenId.toLowerCase();
  const standing = await completed(scope, id);
  if (standing !== undefined) return standing;
  const upload = await getUpload(scope, id, context.nowMs);
  if (upload === undefined || !scope.organizationIds.includes(upload.organizationId))
    throw new NotFoundError('Upload');
  if (upload.isCompleted && upload.versionOf) return visibleAttachment(scope, upload.versionOf.attachmentId);
  const object = await openObject(stagingKey(scope.tenantId, upload.id));
  if (object === undefined) {
    // Another completion may have ended meanwhile, and taken the object with it.
    const meanwhile = await completedMeanwhile(scope, id, context.nowMs);
    if (meanwhile !== undefined) return meanwhile;
    throw new NotFoundError('Uploaded file');
  }
  try {
    return await storeStaged(scope, upload, object, context);
  } catch (error) {
    const mayHaveEnded = error instanceof UploadUnderWayError || error instanceof NotFoundError;
    const meanwhile = mayHaveEnded ? await completedMeanwhile(scope, id, context.nowMs) : undefined;
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}
