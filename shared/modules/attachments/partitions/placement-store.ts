/**
 * Files that are put in their place before their row is written. Only this file knows how they lie in the table.
 *
 * Table and bucket cannot change in one transaction, so a placement says what is on its way. It is put ahead of the object,
 * and stays when the row is stored: the sweep looks whether there is one, and ends it. That costs a request one write unit;
 * an end in the transaction of the row would cost two more. Until then it is the locator of a new file, too.
 */

import { deleteItems } from '../../../kernel/table/batch-write.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { queryPages } from '../../../kernel/table/read.ts';
import { commit, deleteItem } from '../../../kernel/table/write.ts';
import { type ListedFile, placementKey, placementPartition } from '../keys.ts';

/** An object that is put in its place for a row. */
export interface Placement extends RowScope {
  /** Names its object. */
  fileId: string;
  /** The file itself, or the file that gets a new version by it. */
  attachmentId: string;
  /** After this time the process that had it in hands is gone. */
  dueAtMs: number;
  /** Where else an object of it may be. */
  passesKey?: string;
  /** The listing items of a new file, which are put ahead of its row; a version has none. */
  listed?: ListedFile;
}

const entity = 'file_placement';

/** Notes what is put in its place from now on. Ids of files are new. One PutItem. */
export async function putPlacement(placement: Placement): Promise<void> {
  await commit([{ put: toItem(placementKey(placement.fileId), entity, placement) }]);
}

/** Nothing is left to do for the file. */
export async function endPlacement({ fileId }: Placement): Promise<void> {
  await deleteItem(placementKey(fileId));
}

export async function endPlacements(placements: readonly Placement[]): Promise<void> {
  await deleteItems(placements.map(({ fileId }) => placementKey(fileId)));
}

/** The placements of a shard that were due at the time, a page at a time. */
export async function* duePlacements(shard: number, nowMs: number): AsyncGenerator<Placement[]> {
  for await (const items of queryPages({ pk: placementPartition(shard), consistent: true })) {
    const all = items.map((item) => fromItem<Placement>(item, entity));
    yield all.filter(({ dueAtMs }) => dueAtMs <= nowMs);
  }
}
