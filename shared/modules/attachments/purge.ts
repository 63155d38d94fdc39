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
import { deleteItems } from '../../kernel/table/batch-write.ts';
import { attachmentLocatorKey } from './keys.ts';
import { endWork, type FileWork, listingKeysOf } from './partitions/storage-store.ts';
import { ownerOfVersion } from './versions/version.ts';
import { listVersions, removeVersionItems } from './versions/version-store.ts';

/** Where objects of the file may be, beside its original. */
export interface ObjectsLeft {
  staged?: boolean;
  thumbnails?: boolean;
}

async function thumbnailsOf(owners: readonly FileOwner[]): Promise<string[]> {
  const keys: string[] = [];
  for (const owner of owners) for await (const { key } of listObjects(thumbnailPrefix(owner))) keys.push(key);
  return keys;
}

/** Removes the sizes of a version that is no longer current. Never throws: the bucket forgets them after a month. */
export async function dropThumbnails(owner: FileOwner): Promise<void> {
  const drop = async () => deleteObjects(await thumbnailsOf([owner]));
  await drop().catch((error: unknown) =>
    log('warn', 'sizes of an image were not deleted', { ...owner, error: describeError(error) }),
  );
}

/** Deletes the objects of a file and ends its work. Throws when the bucket or the table cannot be reached. */
export async function purge(work: FileWork, { staged, thumbnails }: ObjectsLeft): Promise<void> {
  const { tenantId, attachmentId, fileIds } = work;
  const owners = (fileIds ?? [attachmentId]).map((fileId) => ownerOfVersion(work, { fileId }));
  const versions = work.hasVersions ? await listVersions(work, attachmentId) : [];
  const all = [...owners, ...versions.map((version) => ownerOfVersion(work, version))];
  const keys = all.map(originalKey);
  // The text of an only version goes with its words (`shared/modules/attachments/extraction/follow.ts`).
  if (fileIds !== undefined) keys.push(...all.map(textKey));
  if (work.passesKey !== undefined) keys.push(work.passesKey);
  if (staged) keys.push(stagingKey(tenantId, attachmentId));
  // Versions that are not current have no thumbnails.
  if (thumbnails) keys.push(...(await thumbnailsOf(owners)));
  await deleteObjects([...new Set(keys)]);
  // They name the objects, so that they go last.
  if (versions.length > 0) await removeVersionItems(work, attachmentId, versions);
  await deleteItems([
    ...listingKeysOf(work),
    ...(work.locatorOf === undefined ? [] : [attachmentLocatorKey(work.locatorOf)]),
  ]);
  await endWork(work);
}

/** The same for a file that the caller has done with; what fails is left to the sweep. Never throws. */
export async function purgeNow(work: FileWork, left: ObjectsLeft): Promise<void> {
  await purge(work, left).catch((error: unknown) => {
    const { tenantId, attachmentId } = work;
    log('warn', 'objects are left for the sweep', { tenantId, attachmentId, error: describeError(error) });
  });
}
