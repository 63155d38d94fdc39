/**
 * Stores placements: records of files whose object is created before their row. Only this file knows their items.
 *
 * One transaction cannot change both the table and the bucket. A placement is written before the object is created, and
 * deleted by the transaction that stores the row. Any other placement is abandoned: a mark makes a late transaction fail, so
 * that the object can be removed.
 */

import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { queryPages } from '../../../kernel/table/read.ts';
import { commit, deleteItem, updateItem, type Write } from '../../../kernel/table/write.ts';
import { placementKey, placementPartition } from '../keys.ts';

/** A file whose object may exist without a row. */
export interface Placement extends RowScope {
  /** Id of the object. */
  fileId: string;
  /** After this time the uploading process must have ended, and the sweep handles the placement. */
  dueAtMs: number;
  /** Key of a temporary object. */
  passesKey?: string;
  /** The shard in which the sweep found it. */
  shard?: number;
}

const entity = 'file_placement';

const keyOf = ({ fileId, shard }: Placement) => placementKey(fileId, shard);

/** Records that the object of a file may exist from now on. The id of the file must be new. One PutItem. */
export async function putPlacement(placement: Placement): Promise<void> {
  await commit([{ put: toItem(keyOf(placement), entity, placement) }]);
}

/** Builds the write that ends a placement, for the transaction that stores its row. Fails with UnavailableError if it was abandoned. */
export const placedWrite = (placement: Placement): Write => ({
  delete: keyOf(placement),
  when: { expression: 'attribute_exists(pk) AND attribute_not_exists(isAbandoned)' },
  otherwise: () => new UnavailableError(undefined, 1),
});

/** Prevents later transactions from storing the file. Returns false if it is stored. One UpdateItem. */
export async function abandonPlacement(placement: Placement): Promise<boolean> {
  try {
    await updateItem({
      Key: keyOf(placement),
      UpdateExpression: 'SET isAbandoned = :true',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':true': true },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return false;
  }
  return true;
}

/** Deletes the placement of an abandoned file whose objects were removed. */
export async function endPlacement(placement: Placement): Promise<void> {
  await deleteItem(keyOf(placement));
}

/** Yields the due placements of a shard by page. */
export async function* duePlacements(shard: number, nowMs: number): AsyncGenerator<Placement[]> {
  for await (const items of queryPages({ pk: placementPartition(shard), consistent: true })) {
    const all = items.map((item): Placement => ({ ...fromItem<Placement>(item, entity), shard }));
    yield all.filter(({ dueAtMs }) => dueAtMs <= nowMs);
  }
}
