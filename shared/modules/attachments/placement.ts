/**
 * Removes the objects of files whose row was not stored. A failed upload removes its own objects; the sweep removes those of
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

/** Returns whether the file is a version of another file. Otherwise it is a new file. */
export const isForVersion = ({ fileId, attachmentId }: Placement): boolean => fileId !== attachmentId;

async function isKept(placement: Placement): Promise<boolean> {
  const kept = await listVersions(placement, placement.attachmentId);
  return kept.some(({ fileId }) => fileId === placement.fileId);
}

/** Returns whether the file is the current version of the attachment or an earlier one. */
async function isVersionOf(attachment: Attachment, placement: Placement): Promise<boolean> {
  return currentOf(attachment).fileId === placement.fileId || isKept(placement);
}

/** Updates the listing items of a stored version and ends its placement. Returns false if the version is not stored. */
export async function settleVersion(placement: Placement): Promise<boolean> {
  const attachment = await getAttachment(placement, placement.attachmentId);
  if (attachment === undefined || !(await isVersionOf(attachment, placement))) return false;
  await renewListing(attachment);
  await endPlacement(placement);
  return true;
}

/** Prevents later transactions from storing the file. Returns false if it is stored. */
async function close(placement: Placement): Promise<boolean> {
  if (!isForVersion(placement)) return closeFile(placement);
  // A stored version that is no longer the current one has an item, or was removed with its object.
  return (await closeVersion(placement)) && !(await isKept(placement));
}

/**
 * Abandons a file and removes its objects, listing items and placement. Returns false if the file is stored. Throws if the
 * bucket or the table is unavailable.
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
 * Runs `store`, which creates the object of a file and writes its row. If it fails, removes the file's objects and items, and
 * leaves to the sweep those that cannot be removed now. Throws the errors of `store`.
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
