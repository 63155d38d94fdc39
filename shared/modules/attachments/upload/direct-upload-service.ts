/** Direct uploads to the bucket: creates the presigned form, and checks and stores the file at the completion. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { AppError } from '../../../kernel/errors/app-error.ts';
import { NotFoundError, requireFound, StaleError } from '../../../kernel/errors/errors.ts';
import {
  copyObject,
  deleteObjects,
  type OpenObject,
  openObject,
  type PresignedPost,
  presignPost,
} from '../../../kernel/files/bucket.ts';
import { stagingKey } from '../../../kernel/files/object-keys.ts';
import type { Created } from '../../../kernel/http/create-once.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { expectsRevision, withRevision } from '../../../kernel/http/reply.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { megabyteSetting } from '../../../kernel/settings/settings.ts';
import type { Attachment } from '../attachment.ts';
import { getAttachment } from '../attachment-store.ts';
import { UploadUnderWayError } from '../errors.ts';
import { fileWorkShardOf } from '../keys.ts';
import { attachmentDefinitions, newCustom } from '../library/custom-values.ts';
import { uploadLimits } from '../limits.ts';
import { openAccount } from '../partitions/account-store.ts';
import {
  type ClaimedWork,
  claimStaged,
  type FileWork,
  releaseStaged,
  reserve,
} from '../partitions/storage-store.ts';
import { acceptVersion, expectedAttachment, limitsOf } from '../versions/accept-version.ts';
import type { BeginVersionUpload } from '../versions/version-contract.ts';
import { withItem } from '../views.ts';
import { visibleAttachment } from '../visible-attachment.ts';
import { acceptFile, type CompleteUpload, fieldOptionsOf, partitionFor } from './accept-file.ts';
import {
  getUpload,
  type StartedUploadRow,
  uploadCompletedWrite,
  uploadStartedWrite,
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

interface StartedUpload {
  id: string;
  form: PresignedPost;
  maxBytes: number;
}

/** The form of an upload, as responses show it. */
function formOf({ form, maxBytes }: StartedUpload) {
  const expiresInSeconds = uploadLimits.directSeconds;
  return { uploadUrl: form.url, fields: form.fields, expiresInSeconds, maxBytes };
}

const toUpload = (started: StartedUpload) => ({ attachmentId: started.id, ...formOf(started) });

const toVersionUpload = (started: StartedUpload, revision: number) =>
  withRevision({ uploadId: started.id, ...formOf(started) }, revision);

/** Id of the work item of a staged file, which differs from that of the stored file. */
const stagedId = (uploadId: string): string => `staged-${uploadId}`;

/**
 * Builds the reservation of a staged file: the maximum size of the form counts towards the quota until the upload is
 * completed, or the sweep releases it after the expiry.
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
    ...staged,
    dueAtMs: expiresAtMs + uploadLimits.storingSeconds * 1_000,
    passesKey: stagingKey(tenantId, id),
    ...(versionOf && { isVersion: true }),
  };
}

/** Makes the checks that are possible before the upload. Returns maximum size and partition, or throws the error. */
async function checkAnnounced(
  scope: Scope,
  upload: Omit<StartedUploadRow, 'staged'>,
  announcedBytes: number | undefined,
  context: ChangeContext,
): Promise<{ bytes: number; partitionCode: string }> {
  const bytes = announcedBytes ?? 0;
  const [field, definitions] = await allOf([
    fieldOptionsOf(scope, upload.target),
    attachmentDefinitions(scope),
  ]);
  const globalBytes = megabyteSetting('UPLOAD_MAX_MB');
  const file = { name: upload.fileName, clientType: upload.mimeType, bytes, head: Buffer.alloc(0) };
  const early = problemBeforeQuota({ ...file, isTooLarge: false }, field, globalBytes);
  if (early !== undefined) throw early;
  await openAccount(scope, bytes, megabyteSetting('TENANT_QUOTA_MB'));
  const partition = await partitionFor(scope, upload.target, field, context);
  const late = problemAfterQuota(file, upload.target, field, partition);
  if (late !== undefined) throw late;
  newCustom(upload.custom, definitions);
  // With an announced size, only this size is reserved.
  return { bytes: announcedBytes ?? maxFileBytes(globalBytes, field), partitionCode: partition.code };
}

/**
 * Starts a direct upload. Throws FileTypeRefusedError, FileTooLargeError, QuotaExceededError, PublicPartitionError and
 * InvalidInputError.
 */
export async function beginUpload({ scope, context }: Caller, input: BeginUpload) {
  const { nowMs } = context;
  const { tenantId, organizationId } = scope;
  const { entityId, recordId, fieldKey, fileName, fileSize, mimeType } = input;
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
  const staged = await checkAnnounced(scope, upload, fileSize, context);
  return toUpload(await openStaging(upload, staged, context, 1));
}

/** Reserves storage for an upload and creates its form. */
async function openStaging(
  upload: Omit<StartedUploadRow, 'staged'>,
  staged: { bytes: number; partitionCode: string },
  { once }: ChangeContext,
  version: number,
): Promise<StartedUpload> {
  const shard = fileWorkShardOf(stagedId(upload.id));
  const started = { ...upload, staged: { ...staged, shard } };
  await reserve(stagedWorkOf(started), megabyteSetting('TENANT_QUOTA_MB'), [
    uploadStartedWrite(started),
    ...(once?.remember({ resource: 'attachments.upload', resourceId: upload.id, version }) ?? []),
  ]);
  return withForm(started);
}

/** Creates the form of an upload. */
async function withForm({ id, tenantId, staged }: StartedUploadRow): Promise<StartedUpload> {
  const { bytes: maxBytes } = staged;
  const form = await presignPost({
    key: stagingKey(tenantId, id),
    maxBytes,
    expiresSeconds: uploadLimits.directSeconds,
  });
  return { id, form, maxBytes };
}

async function startedBefore({ scope, context }: Caller, { id }: Created): Promise<StartedUpload> {
  return withForm(requireFound(await getUpload(scope, id, context.nowMs), 'Upload'));
}

/** Returns an upload that was started before, with a new form. Throws NotFoundError if it has expired. */
export async function startedUpload(caller: Caller, created: Created) {
  return toUpload(await startedBefore(caller, created));
}

/** The same for an upload of a new version. */
export async function startedVersionUpload(caller: Caller, created: Created) {
  return toVersionUpload(await startedBefore(caller, created), created.version);
}

/**
 * Starts a direct upload of a new version. `ifMatch` is checked again at the completion. Throws NotFoundError, StaleError,
 * FileTypeRefusedError, FileTooLargeError and QuotaExceededError.
 */
export async function beginVersionUpload(
  { scope, context }: Caller,
  { id, ifMatch, fileName, fileSize, mimeType }: BeginVersionUpload & Target,
) {
  const { nowMs } = context;
  const attachment = await expectedAttachment(scope, id, ifMatch);
  const { tenantId, organizationId, entityId, recordId } = attachment;
  const { field, partition } = await limitsOf(attachment);
  const globalBytes = megabyteSetting('UPLOAD_MAX_MB');
  const file = { name: fileName, clientType: mimeType, bytes: fileSize ?? 0, head: Buffer.alloc(0) };
  const target = { entityId, recordId, fieldKey: attachment.fieldKey ?? undefined, partitionCode: undefined };
  const problem =
    problemBeforeQuota({ ...file, isTooLarge: false }, field, globalBytes) ??
    problemAfterQuota(file, target, field, partition);
  if (problem !== undefined) throw problem;
  await openAccount(scope, file.bytes, megabyteSetting('TENANT_QUOTA_MB'));
  const upload = {
    ...{ id: randomUUID(), tenantId, organizationId, target, fileName, mimeType },
    ...{ tags: [], assignments: [], custom: {} },
    versionOf: { attachmentId: attachment.id, ...(ifMatch !== undefined && { ifMatch }) },
    expiresAtMs: nowMs + uploadLimits.completeSeconds * 1_000,
  };
  const bytes = fileSize ?? maxFileBytes(globalBytes, field);
  const started = await openStaging(
    upload,
    { bytes, partitionCode: partition.code },
    context,
    attachment.revision,
  );
  return toVersionUpload(started, attachment.revision);
}

/** Reads a staged object like the file of a form upload. */
async function receive(object: OpenObject, { fileName, mimeType }: StartedUploadRow): Promise<ReceivedFile> {
  const intake = new FileIntake(fileName, mimeType, { maxFileBytes: megabyteSetting('UPLOAD_MAX_MB') });
  await intake.take(object.body).catch((error: unknown) => {
    if (!(error instanceof FileOverflow)) throw error;
  });
  return intake.received();
}

/** Deletes a staged object. Never throws, because the bucket's lifecycle rule deletes it anyway. */
async function discardStaged(key: string): Promise<void> {
  await deleteObjects([key]).catch((error: unknown) =>
    log('warn', 'deleting a staged file failed', { key, error: describeError(error) }),
  );
}

/** Releases a claim. Never throws, because the claim lapses anyway. */
async function release(claimed: ClaimedWork): Promise<void> {
  await releaseStaged(claimed).catch((error: unknown) => {
    const { tenantId, attachmentId } = claimed;
    log('warn', 'releasing a claim failed', { tenantId, attachmentId, error: describeError(error) });
  });
}

/** Throws StaleError if `ifMatch` names another state of the file; a new file has revision 0. */
async function expectState(
  scope: Scope,
  { versionOf }: StartedUploadRow,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) return;
  if (versionOf !== undefined) await expectedAttachment(scope, versionOf.attachmentId, ifMatch);
  else if (!expectsRevision(ifMatch, { revision: 0 })) throw new StaleError();
}

/** Stores a staged file as a new attachment or a new version. */
function acceptStaged(
  scope: Scope,
  { id, target, tags, assignments, custom, organizationId, versionOf }: StartedUploadRow,
  staged: Pick<CompleteUpload, 'file' | 'createObject' | 'claimed'>,
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

/** Stores a staged file. A claim prevents parallel completions of the same upload. */
async function storeStaged(
  scope: Scope,
  upload: StartedUploadRow,
  context: ChangeContext,
): Promise<Attachment> {
  const claimed = await claimStaged(stagedWorkOf(upload), upload.id, Date.now());
  let staging: OpenObject | undefined;
  try {
    // Opened after the claim, because an object that is not read keeps its connection.
    staging = await openObject(stagingKey(scope.tenantId, upload.id));
    const object = requireFound(staging, 'Uploaded file');
    const staged = {
      file: await receive(object, upload),
      createObject: (objectKey: string, contentType: string) =>
        // The form can be sent again until it expires, so only the checked object is copied.
        copyObject(object.key, objectKey, { contentType, ifEtag: object.etag }),
      claimed,
    };
    const attachment = await acceptStaged(scope, upload, staged, context);
    await discardStaged(object.key);
    return attachment;
  } catch (error) {
    await release(claimed);
    if (staging && error instanceof AppError && error.status < 500) await discardStaged(staging.key);
    // The object was replaced during the checks.
    throw error instanceof Error && error.name === 'PreconditionFailed' ? new UploadUnderWayError() : error;
  }
}

/** Returns the attachment of a completed upload. */
async function completed(scope: Scope, id: string): Promise<Attachment | undefined> {
  const attachment = await getAttachment(scope, id);
  return attachment && scope.organizationIds.includes(attachment.organizationId) ? attachment : undefined;
}

/** Returns the attachment of an upload that was completed in the meantime, also as a version. */
async function completedSince(scope: Scope, id: string, nowMs: number): Promise<Attachment | undefined> {
  const attachment = await completed(scope, id);
  if (attachment !== undefined) return attachment;
  const upload = await getUpload(scope, id, nowMs);
  return upload?.isCompleted && upload.versionOf
    ? completed(scope, upload.versionOf.attachmentId)
    : undefined;
}

/** Returns the attachment of an upload, which it stores if no other call has. */
async function complete({ scope, context }: Caller, { id: uploadId, ifMatch }: Target): Promise<Attachment> {
  const id = uploadId.toLowerCase();
  const attachment = await completed(scope, id);
  if (attachment !== undefined) return attachment;
  const upload = await getUpload(scope, id, context.nowMs);
  if (upload === undefined || !scope.organizationIds.includes(upload.organizationId))
    throw new NotFoundError('Upload');
  if (upload.isCompleted && upload.versionOf) return visibleAttachment(scope, upload.versionOf.attachmentId);
  await expectState(scope, upload, ifMatch);
  try {
    return await storeStaged(scope, upload, context);
  } catch (error) {
    // Another completion may have ended in the meantime and deleted the object.
    const mayHaveEnded = error instanceof UploadUnderWayError || error instanceof NotFoundError;
    const meanwhile = mayHaveEnded ? await completedSince(scope, id, context.nowMs) : undefined;
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

/**
 * Completes a direct upload. A repeated call returns the same attachment. Throws NotFoundError if the upload does not exist,
 * has expired or its file was not uploaded, StaleError, and the errors of `acceptFile`.
 */
export async function completeUpload(caller: Caller, upload: Target) {
  return withItem(await complete(caller, upload));
}
