/**
 * Stores placements: records of files whose object is created before their row is written. Only this file knows their items.
 *
 * One transaction cannot change both the table and the bucket. A placement is written before the object is created, and
 * remains after the row is stored. The sweep checks whether the row exists, and deletes the placement. A request pays one
 * write unit for it; deleting it in the transaction of the row would cost two more. Until the sweep deletes it, the
 * placement also serves as the locator of a new file.
 */

import { deleteItems } from '../../../kernel/table/batch-write.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { queryPages } from '../../../kernel/table/read.ts';
import { commit, deleteItem } from '../../../kernel/table/write.ts';
import { type ListedFile, placementKey, placementPartition } from '../keys.ts';

/** A file whose object may exist without a row. */
export interface Placement extends RowScope {
  /** Id of the object. */
  fileId: string;
  /** For a new file, its own id; for a version, the id of the file that receives the version. */
  attachmentId: string;
  /** After this time the uploading process must have ended, and the sweep handles the placement. */
  dueAtMs: number;
  /** Key of a temporary object. */
  passesKey?: string;
  /** The listing items of a new file, which are written before its row. Undefined for a version. */
  listed?: ListedFile;
}

const entity = 'file_placement';

/** Records that the object of a file may exist from now on. The id of the file must be new. One PutItem. */
export async function putPlacement(placement: Placement): Promise<void> {
  await commit([{ put: toItem(placementKey(placement.fileId), entity, placement) }]);
}

/** Deletes a placement that needs no more work. */
export async function endPlacement({ fileId }: Placement): Promise<void> {
  await deleteItem(placementKey(fileId));
}

export async function endPlacements(placements: readonly Placement[]): Promise<void> {
  await deleteItems(placements.map(({ fileId }) => placementKey(fileId)));
}

/** Yields the due placements of a shard by page. */
export async function* duePlacements(shard: number, nowMs: number): AsyncGenerator<Placement[]> {
  for await (const items of queryPages({ pk: placementPartition(shard), consistent: true })) {
    const all = items.map((item) => fromItem<Placement>(item, entity));
    yield all.filter(({ dueAtMs }) => dueAtMs <= nowMs);
  }
}
