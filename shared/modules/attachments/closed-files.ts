/**
 * Files that are abandoned although they are in their place: a sweep, or an upload whose transaction may or may not have
 * come through, marks where the row is or would be. A transaction that comes late fails then, and the object may go.
 */
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { toItem } from '../../kernel/table/item.ts';
import type { Item } from '../../kernel/table/read.ts';
import { type Condition, putNew, revisionIs, updateItem } from '../../kernel/table/write.ts';
import { attachmentKey } from './keys.ts';
import type { Placement } from './partitions/placement-store.ts';

export const attachmentEntity = 'attachment';
/** In the place of the row of a new file. */
const closedEntity = 'closed_attachment';
/** No transaction comes so late. */
const closedSeconds = 86_400;

/** Abandons a new file: its row cannot be stored from then on. False when it is stored. One PutItem. */
export async function closeFile({ tenantId, fileId }: Placement): Promise<boolean> {
  const mark = toItem(attachmentKey({ tenantId }, fileId), closedEntity, {});
  try {
    await putNew({ ...mark, ttl: Math.ceil(Date.now() / 1_000) + closedSeconds });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item?.entity === closedEntity;
  }
  return true;
}

/**
 * Abandons a file as a version: it cannot become the current one from then on. False when it is; whether it was one
 * before, only its item tells. The next change of the row removes the mark, and a transaction that comes late finds
 * another revision then. One UpdateItem.
 */
export async function closeVersion({ tenantId, attachmentId, fileId }: Placement): Promise<boolean> {
  try {
    await updateItem({
      Key: attachmentKey({ tenantId }, attachmentId),
      UpdateExpression: 'SET closedFiles = list_append(if_not_exists(closedFiles, :none), :files)',
      ConditionExpression:
        'entity = :entity AND (attribute_not_exists(#current) OR #current.#fileId <> :file)',
      ExpressionAttributeNames: { '#current': 'current', '#fileId': 'fileId' },
      ExpressionAttributeValues: {
        ...{ ':entity': attachmentEntity, ':file': fileId },
        ...{ ':none': [], ':files': [fileId] },
      },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Without a row, no transaction comes through.
    return error.item?.entity !== attachmentEntity;
  }
  return true;
}

/** Holds for a row that is as it was read, and that the file may become a version of. */
export function isOpenFor(revision: number, fileId: string): Condition {
  const { expression, values } = revisionIs(revision);
  return {
    expression: `${expression} AND (attribute_not_exists(closedFiles) OR NOT contains(closedFiles, :file))`,
    values: { ...values, ':file': fileId },
  };
}

/** Whether the file was abandoned as a version of this row. */
export function isClosedFor(row: Item | undefined, fileId: string): boolean {
  const files = row?.closedFiles;
  return Array.isArray(files) && files.includes(fileId);
}
