/**
 * Closes files whose object exists without a row. A sweep closes them, and so does an upload that does not know whether its
 * transaction succeeded. It marks the key of the row, so that a late transaction fails and the object can be deleted.
 */
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { toItem } from '../../kernel/table/item.ts';
import type { Item } from '../../kernel/table/read.ts';
import { type Condition, putNew, revisionIs, updateItem } from '../../kernel/table/write.ts';
import { attachmentKey } from './keys.ts';
import type { Placement } from './partitions/placement-store.ts';

export const attachmentEntity = 'attachment';
/** Entity of the mark that replaces the row of a new file. */
const closedEntity = 'closed_attachment';
/** Longer than any transaction can be delayed. */
const closedSeconds = 86_400;

/** Closes a new file, so that its row can no longer be stored. Returns false if the row is stored. One PutItem. */
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
 * Closes a version, so that it can no longer become the current version of its file. Returns false if it is the current
 * version; only the version's item shows whether it was the current one earlier. The next change of the row removes the
 * mark, and a late transaction then fails because of the changed revision. One UpdateItem.
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
    // Without a row, every transaction fails.
    return error.item?.entity !== attachmentEntity;
  }
  return true;
}

/** Builds the condition that the row has the revision, and that the file is not closed as one of its versions. */
export function isOpenFor(revision: number, fileId: string): Condition {
  const { expression, values } = revisionIs(revision);
  return {
    expression: `${expression} AND (attribute_not_exists(closedFiles) OR NOT contains(closedFiles, :file))`,
    values: { ...values, ':file': fileId },
  };
}

/** Returns whether the file was closed as a version of this row. */
export function isClosedFor(row: Item | undefined, fileId: string): boolean {
  const files = row?.closedFiles;
  return Array.isArray(files) && files.includes(fileId);
}
