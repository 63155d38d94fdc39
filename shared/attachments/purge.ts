/** Removes the objects of files that have no row any more, or never got one. */
import { deleteObjects, listObjects } from '../files/bucket.ts';
import { originalKey, stagingKey, thumbnailPrefix } from '../files/object-keys.ts';
import { describeError, log } from '../log.ts';
import { endWork, type FileWork, giveUp } from './storage-store.ts';

/** Where objects of the file may be, beside its original. */
export interface ObjectsLeft {
  staged?: boolean;
  thumbnails?: boolean;
}

/** Deletes the objects of a file and ends its work. Throws when the bucket or the table cannot be reached. */
export async function purge(work: FileWork, { staged, thumbnails }: ObjectsLeft): Promise<void> {
  const keys = [originalKey(work)];
  if (work.passesKey !== undefined) keys.push(work.passesKey);
  if (staged) keys.push(stagingKey(work.tenantId, work.attachmentId));
  if (thumbnails) for await (const { key } of listObjects(thumbnailPrefix(work))) keys.push(key);
  await deleteObjects(keys);
  await endWork(work);
}

/** The same for a file that the caller has done with; what fails is left to the sweep. Never throws. */
export async function purgeNow(work: FileWork, left: ObjectsLeft): Promise<void> {
  await purge(work, left).catch((error: unknown) => {
    const { tenantId, attachmentId } = work;
    log('warn', 'objects are left to the sweep', { tenantId, attachmentId, error: describeError(error) });
  });
}

/**
 * Gives up an upload that failed after room was reserved for it; what is staged stays, for another try. Never throws;
 * the sweep does what is left.
 */
export async function abandon(work: FileWork): Promise<void> {
  try {
    // False: its row is stored after all, and only the answer was lost.
    if (await giveUp(work)) await purge(work, {});
  } catch (error) {
    const { tenantId, attachmentId } = work;
    log('warn', 'an upload is left to the sweep', { tenantId, attachmentId, error: describeError(error) });
  }
}
