import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { UnavailableError } from '../http/errors.ts';
import { toAttributes } from './attributes.ts';
import type { Key } from './keys.ts';
import { retryWhile } from './retry.ts';
import { table } from './table.ts';

/** DynamoDB takes at most 25 writes in one BatchWriteItem. */
const batchWriteLimit = 25;

class UnprocessedItemsError extends Error {}

/**
 * Deletes items by key, each for itself, whether they exist or not. One request per 25. Throws UnavailableError
 * when DynamoDB keeps handing some back.
 */
export async function deleteItems(keys: readonly Key[]): Promise<void> {
  const { client, name } = table();
  for (let start = 0; start < keys.length; start += batchWriteLimit) {
    const batch = keys.slice(start, start + batchWriteLimit);
    let pending: WriteRequest[] = batch.map(({ pk, sk }) => ({
      DeleteRequest: { Key: toAttributes({ pk, sk }) },
    }));
    const deletePending = async () => {
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: pending } }));
      pending = answer.UnprocessedItems?.[name] ?? [];
      if (pending.length > 0) throw new UnprocessedItemsError(`${pending.length} items are left to delete.`);
    };
    await retryWhile((error) => error instanceof UnprocessedItemsError, deletePending).catch(
      (error: unknown) => {
        throw error instanceof UnprocessedItemsError ? new UnavailableError(error) : error;
      },
    );
  }
}
