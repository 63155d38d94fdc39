/**
 * Removes the objects of files whose row was not stored. A failed upload removes its own objects; the sweep removes those of
 * processes that died.
 */
import { deleteObjects } from '../../kernel/files/bucket.ts';
import { originalKey } from '../../kernel/files/object-keys.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import type { Write } from '../../kernel/table/write.ts';
import {
  abandonPlacement,
  endPlacement,
  type Placement,
  placedWrite,
  putPlacement,
} from './partitions/placement-store.ts';
import { ownerOfVersion } from './versions/version.ts';

/**
 * Abandons a file and removes its objects and its placement. Returns false if the file is stored. Throws if the bucket or the
 * table is unavailable.
 */
export async function discardPlacement(placement: Placement): Promise<boolean> {
  if (!(await abandonPlacement(placement))) return false;
  const { fileId, passesKey } = placement;
  const objectKey = originalKey(ownerOfVersion(placement, { fileId }));
  await deleteObjects([objectKey, ...(passesKey === undefined ? [] : [passesKey])]);
  await endPlacement(placement);
  return true;
}

/**
 * Runs `store`, which creates the object of a file and writes its row in a transaction that contains `placed`. If it fails,
 * removes the file's objects, and leaves to the sweep those that cannot be removed now. Throws the errors of `store`.
 */
export async function whilePlacing<Result>(
  placement: Placement,
  store: (placed: Write) => Promise<Result>,
): Promise<Result> {
  await putPlacement(placement);
  try {
    return await store(placedWrite(placement));
  } catch (error) {
    await discardPlacement(placement).catch((failure: unknown) => {
      const { tenantId, fileId } = placement;
      log('warn', 'an upload is left for the sweep', { tenantId, fileId, error: describeError(failure) });
    });
    throw error;
  }
}
