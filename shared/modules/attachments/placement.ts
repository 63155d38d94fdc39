/**
 * Files on their way to their place: an upload that fails removes what it has put there, and the sweep does the same for
 * processes that died.
 */
import { deleteObjects } from '../../kernel/files/bucket.ts';
import { originalKey } from '../../kernel/files/object-keys.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { deleteItem } from '../../kernel/table/write.ts';
import type { Attachment } from './attachment.ts';
import { getAttachment, renewListing } from './attachment-store.ts';
import { closeFile, closeVersion } from './closed-files.ts';
import { fileListingKeys } from './keys.ts';
import { endPlacement, type Placement, putPlacement } from './partitions/placement-store.ts';
import { currentOf, ownerOfVersion } from './versions/version.ts';
import { listVersions } from './versions/version-store.ts';

/** Whether the file is to become a version of another; if not, it is a new file. */
export const isForVersion = ({ fileId, attachmentId }: Placement): boolean => fileId !== attachmentId;

async function isKept(placement: Placement): Promise<boolean> {
  const kept = await listVersions(placement, placement.attachmentId);
  return kept.some(({ fileId }) => fileId === placement.fileId);
}

/** Whether the file is a version of the attachment, the current one or one before. */
async function isVersionOf(attachment: Attachment, placement: Placement): Promise<boolean> {
  return currentOf(attachment).fileId === placement.fileId || isKept(placement);
}

/** Ends the placement of a version that is stored, and has lists show it. False when it is not stored. */
export async function settleVersion(placement: Placement): Promise<boolean> {
  const attachment = await getAttachment(placement, placement.attachmentId);
  if (attachment === undefined || !(await isVersionOf(attachment, placement))) return false;
  await renewListing(attachment);
  await endPlacement(placement);
  return true;
}

/** Makes sure that no transaction stores the file from now on. False when one has. */
async function close(placement: Placement): Promise<boolean> {
  if (!isForVersion(placement)) return closeFile(placement);
  // A version that is stored and is no longer the current one is kept, or was removed with its object.
  return (await closeVersion(placement)) && !(await isKept(placement));
}

/**
 * Abandons a file that was put in its place, and removes what there is of it. False when it is stored after all. Throws
 * when the bucket or the table cannot be reached.
 */
export async function discardPlacement(placement: Placement): Promise<boolean> {
  if (!(await close(placement))) return false;
  const { fileId, passesKey, listed } = placement;
  const objectKey = originalKey(ownerOfVersion(placement, { fileId }));
  await deleteObjects([objectKey, ...(passesKey === undefined ? [] : [passesKey])]);
  const listingKeys = listed === undefined ? [] : fileListingKeys(placement, fileId, listed);
  await allOf(listingKeys.map(deleteItem));
  await endPlacement(placement);
  return true;
}

/**
 * Stores a file with `store`, which puts it in its place and writes its row. When that fails, nothing is left of the file;
 * what cannot be removed then, the sweep removes. Throws what `store` throws.
 */
export async function whilePlacing<Result>(
  placement: Placement,
  store: () => Promise<Result>,
): Promise<Result> {
  await putPlacement(placement);
  try {
    return await store();
  } catch (error) {
    await discardPlacement(placement).catch((failure: unknown) => {
      const { tenantId, attachmentId, fileId } = placement;
      log('warn', 'an upload is left for the sweep', {
        ...{ tenantId, attachmentId, fileId, error: describeError(failure) },
      });
    });
    throw error;
  }
}
