/** The only file that knows how earlier versions of files are stored in the table: next to the row. */
import { type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { deleteItems } from '../../../kernel/table/batch-write.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { ifRevision, transact, type Write } from '../../../kernel/table/write.ts';
import { type Attachment, eventDataOf, isImage } from '../attachment.ts';
import { replaceWrites, type UploadEnd } from '../attachment-store.ts';
import { extractionOf, storageOfText } from '../extraction/extraction.ts';
import { outdatedWrites } from '../extraction/outdated.ts';
import {
  attachmentKey,
  attachmentTextKey,
  attachmentVersionKey,
  attachmentVersionPrefix,
  fileWorkShardOf,
  thumbnailsKey,
} from '../keys.ts';
import { accountWrites } from '../partitions/account-store.ts';
import { type FileWork, purgeWrite } from '../partitions/storage-store.ts';
import type { FileVersion } from './file-version.ts';
import { currentOf, currentVersionOf, versionNumberOf } from './version.ts';

const entity = 'attachment_version';

const toVersion = (item: Item): FileVersion => fromItem<FileVersion>(item, entity);

/** Returns the earlier versions of a file, oldest first, at most `limit`. Sends one Query. */
export async function listVersions(scope: TenantScope, id: string, limit?: number): Promise<FileVersion[]> {
  const { pk } = attachmentKey(scope, id);
  const range = { pk, skPrefix: attachmentVersionPrefix, consistent: true };
  return (await queryAll({ ...range, ...(limit !== undefined && { limit }) })).map(toVersion);
}

/** Returns an earlier version of a file. Sends one GetItem. */
export async function getVersion(
  scope: TenantScope,
  id: string,
  number: number,
): Promise<FileVersion | undefined> {
  const item = await getItem(attachmentVersionKey(scope, id, number));
  return item && toVersion(item);
}

/** Removes the version items of a deleted attachment. */
export async function removeVersionItems(
  scope: TenantScope,
  id: string,
  versions: readonly FileVersion[],
): Promise<void> {
  await deleteItems(versions.map(({ number }) => attachmentVersionKey(scope, id, number)));
}

/** Builds the work item that removes versions of a file. Its id differs from that of the removal of the attachment. */
export function versionPurgeOf(
  { tenantId, organizationId, partitionCode }: Attachment,
  versions: readonly [FileVersion, ...FileVersion[]],
  dueAtMs: number,
): FileWork {
  const fileIds = versions.map(({ fileId }) => fileId);
  const [{ fileId: first }] = versions;
  const bytes = versions.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const attachmentId = `versions-${first}`;
  const at = { tenantId, organizationId, partitionCode, attachmentId, shard: fileWorkShardOf(attachmentId) };
  return { kind: 'purge', ...at, bytes, isVersion: true, fileIds, dueAtMs };
}

/** Returns the fields of an audit entry. */
const auditedFields = (attachment: Attachment) => {
  const { number, fileName, originalName, mimeType, fileSize, sha256 } = currentVersionOf(attachment);
  return { version: number, fileName, originalName, mimeType, fileSize, sha256 };
};

function changeWrites(
  attachment: Attachment,
  action: 'version_created' | 'version_deleted',
  { data, changes }: { data: object; changes: ReturnType<typeof differences> },
  context: ChangeContext,
): Write[] {
  const { id: resourceId, tenantId, organizationId, revision } = attachment;
  const at = { tenantId, organizationId, resource: 'attachments.attachment', resourceId, action };
  return recordChange(
    { ...at, version: revision, data: { ...eventDataOf(attachment), ...data }, changes },
    context,
  );
}

export interface VersionChange {
  before: Attachment;
  after: Attachment;
  /** Earlier versions to remove. */
  removed: readonly FileVersion[];
  keepsPrevious: boolean;
  /** Work item that removes their objects. */
  purge: FileWork | undefined;
  /** The writes that end the upload. */
  end: UploadEnd;
}

/**
 * Makes a file whose object exists the current version. Throws StaleError when the row changed in between,
 * QuotaExceededError, UnavailableError when its reservation is gone or it was abandoned.
 */
export async function insertVersion(change: VersionChange, context: ChangeContext): Promise<void> {
  const { before, after, removed, keepsPrevious, purge, end } = change;
  const { id } = before;
  const previous = currentVersionOf(before);
  const textIsApart = storageOfText(extractionOf(before).bytes) === 'item';
  const data = {
    version: versionNumberOf(after),
    restoredFrom: currentOf(after).restoredFrom,
    removedVersions: [...removed, ...(keepsPrevious ? [] : [previous])].map(({ number }) => number),
    run: extractionOf(after).run,
  };
  await transact([
    ...replaceWrites(before, after),
    ...end.ends,
    ...(keepsPrevious
      ? [{ put: toItem(attachmentVersionKey(before, id, previous.number), entity, previous) }]
      : []),
    ...removed.map(({ number }) => ({ delete: attachmentVersionKey(before, id, number) })),
    ...accountWrites({ ...end, freed: [...end.freed, ...(purge ? [purge] : [])] }),
    ...(purge ? [purgeWrite(purge)] : []),
    // Only images have sizes. A request that is rendering a size of the previous version finds its claim removed.
    ...(isImage(before) ? [{ delete: thumbnailsKey(before, id) }] : []),
    ...(textIsApart ? [{ delete: attachmentTextKey(before, id) }] : []),
    ...outdatedWrites(before, after.revision),
    ...changeWrites(
      after,
      'version_created',
      { data, changes: differences(auditedFields(before), auditedFields(after)) },
      context,
    ),
  ]);
}

/** Removes an earlier version. Throws NotFoundError if it does not exist, StaleError if the row has been changed. */
export async function removeVersion(
  attachment: Attachment,
  version: FileVersion,
  purge: FileWork,
  context: ChangeContext,
): Promise<Attachment> {
  const current = currentOf(attachment);
  const after: Attachment = {
    ...attachment,
    current: {
      ...current,
      keptCount: current.keptCount - 1,
      keptBytes: current.keptBytes - version.fileSize,
    },
    revision: attachment.revision + 1,
  };
  const changes = { [`version ${version.number}`]: { before: version.fileName } };
  await transact([
    {
      delete: attachmentVersionKey(attachment, attachment.id, version.number),
      when: { expression: 'attribute_exists(pk)' },
      otherwise: () => new NotFoundError('Version'),
    },
    {
      // Listing items do not contain these fields.
      set: attachmentKey(attachment, attachment.id),
      values: { current: after.current, rev: after.revision, editedRevision: after.revision },
      ...ifRevision(attachment.revision),
    },
    ...accountWrites({ freed: [purge] }),
    purgeWrite(purge),
    ...changeWrites(after, 'version_deleted', { data: { version: version.number }, changes }, context),
  ]);
  return after;
}
