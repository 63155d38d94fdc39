/** Writes without conditions, each for itself: 25 in a request instead of one. */

import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../base/parallel.ts';
import { retryWhile } from '../base/retry.ts';
import { UnavailableError } from '../errors/errors.ts';
import { toStorable } from './attributes.ts';
import { checkItemSize, checkKey, isPossibleKey } from './item-size.ts';
import type { Key } from './keys.ts';
import { type Item, keyOf } from './read.ts';
import { table } from './table.ts';

/** DynamoDB takes at most 25 writes in one BatchWriteItem. */
const batchWriteLimit = 25;

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

class UnprocessedItemsError extends Error {}

async function writeAll(requests: readonly WriteRequest[]): Promise<void> {
  const { documents, name } = table();
  for (const some of chunksOf(requests, batchWriteLimit)) {
    let pending: readonly WriteRequest[] = some;
    const writePending = async () => {
      const output = await documents.send(new BatchWriteCommand({ RequestItems: { [name]: [...pending] } }));
      pending = output.UnprocessedItems?.[name] ?? [];
      if (pending.length > 0) throw new UnprocessedItemsError(`${pending.length} items are left to write.`);
    };
    await retryWhile((error) => error instanceof UnprocessedItemsError, writePending).catch(
      (error: unknown) => {
        throw error instanceof UnprocessedItemsError ? new UnavailableError(error) : error;
      },
    );
  }
}

/**
 * Deletes items by key, whether they exist or not. One request per 25. Throws UnavailableError when DynamoDB keeps
 * returning some unprocessed.
 */
export async function deleteItems(keys: readonly Key[]): Promise<void> {
  await writeAll(keys.filter(isPossibleKey).map((key) => ({ DeleteRequest: { Key: keyOf(key) } })));
}

/** Puts items, replacing those with their keys. One request per 25. Throws like `deleteItems`, and UnstorableError. */
export async function putItems(items: readonly (Key & Item)[]): Promise<void> {
  await writeAll(
    items.map((item) => {
      checkKey(item);
      const stored = toStorable(item);
      checkItemSize(stored);
      return { PutRequest: { Item: stored } };
    }),
  );
}
