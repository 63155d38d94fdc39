/** Removes the objects of files that have no row any more, or never got one. */
import { deleteObjects, listObjects } from '../../kernel/files/bucket.ts';
import {
  type FileOwner,
  originalKey,
  stagingKey,
  textKey,
  thumbnailPrefix,
} from '../../kernel/files/object-keys.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import { endWork, type FileWork } from './partitions/storage-store.ts';
import { ownerOfVersion } from './versions/version.ts';
import { listVersions, removeVersionItems } from './versions/version-store.ts';

/** Which objects may exist in addition to the original. */
export interface RemainingObjects {
  staged?: boolean;
  thumbnails?: boolean;
}

async function thumbnailsOf(owners: readonly FileOwner[]): Promise<string[]> {
  const keys: string[] = [];
  for (const owner of owners) for await (const { key } of listObjects(thumbnailPrefix(owner))) keys.push(key);
  return keys;
}

/** Removes the thumbnails of an earlier version. Never throws, because the bucket's lifecycle rule deletes them anyway. */
export async function removeThumbnails(owner: FileOwner): Promise<void> {
  const remove = async () => deleteObjects(await thumbnailsOf([owner]));
  await remove().catch((error: unknown) =>
    log('warn', 'deleting thumbnails failed', { ...owner, error: describeError(error) }),
  );
}

/** Deletes the objects of a file and its work item. Throws if bucket or table cannot be reached. */
export async function purge(work: FileWork, { staged, thumbnails }: RemainingObjects): Promise<void> {
  const { tenantId, attachmentId, fileIds } = work;
  const owners = (fileIds ?? [attachmentId]).map((fileId) => ownerOfVersion(work, { fileId }));
  const versions = work.hasVersions ? await listVersions(work, attachmentId) : [];
  const all = [...owners, ...versions.map((version) => ownerOfVersion(work, version))];
  const keys = all.map(originalKey);
  // The text of a file with one version is removed with its words (`shared/modules/attachments/extraction/follow.ts`).
  if (fileIds !== undefined) keys.push(...all.map(textKey));
  if (work.passesKey !== undefined) keys.push(work.passesKey);
  if (staged) keys.push(stagingKey(tenantId, attachmentId));
  // Earlier versions have no thumbnails.
  if (thumbnails) keys.push(...(await thumbnailsOf(owners)));
  await deleteObjects([...new Set(keys)]);
  // Last, because these items contain the keys of the objects.
  if (versions.length > 0) await removeVersionItems(work, attachmentId, versions);
  await endWork(work);
}

/** Does the same immediately after a deletion. Never throws; the sweep repeats it after a failure. */
export async function purgeNow(work: FileWork, left: RemainingObjects): Promise<void> {
  await purge(work, left).catch((error: unknown) => {
    const { tenantId, attachmentId } = work;
    log('warn', 'removing objects failed; the sweep repeats it', {
      tenantId,
      attachmentId,
      error: describeError(error),
    });
  });
}
