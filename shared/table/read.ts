import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { UnavailableError } from '../http/errors.ts';
import type { Key } from './keys.ts';
import { retryWhile } from './retry.ts';
import { table } from './table.ts';

export type Item = Record<string, unknown>;

/** DynamoDB takes at most 100 keys in one BatchGetItem. */
const batchGetLimit = 100;

/** One item, strongly consistent: a read after a write sees it. Undefined when there is none. */
export async function getItem(key: Key): Promise<Item | undefined> {
  const { client, name } = table();
  const { Item: item } = await client.send(
    new GetCommand({ TableName: name, Key: key, ConsistentRead: true }),
  );
  return item;
}

class UnprocessedKeysError extends Error {}

/** Items by key, in no particular order; missing ones are left out. One request per 100 keys and 16 MB. */
export async function batchGet(keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let start = 0; start < keys.length; start += batchGetLimit) {
    let pending: Key[] = keys.slice(start, start + batchGetLimit);
    // DynamoDB hands back what it had no capacity or no room (16 MB) for.
    const readPending = async () => {
      const { client, name } = table();
      const answer = await client.send(
        new BatchGetCommand({ RequestItems: { [name]: { Keys: pending, ConsistentRead: true } } }),
      );
      const read = answer.Responses?.[name] ?? [];
      items.push(...read);
      pending = (answer.UnprocessedKeys?.[name]?.Keys ?? []) as unknown as Key[];
      if (pending.length > 0) throw new UnprocessedKeysError(`${pending.length} keys are left to read.`);
    };
    await retryWhile((error) => error instanceof UnprocessedKeysError, readPending).catch(
      (error: unknown) => {
        throw error instanceof UnprocessedKeysError ? new UnavailableError(error) : error;
      },
    );
  }
  return items;
}

export interface PartitionQuery {
  pk: string;
  skPrefix?: string;
  /** Stop after so many items. */
  limit?: number;
  descending?: boolean;
  /** Strongly consistent reads cost twice as many units. */
  consistent: boolean;
}

/** The items of one partition in key order, a DynamoDB page (1 MB) at a time. */
export async function* queryPages(query: PartitionQuery): AsyncGenerator<Item[]> {
  const { client, name } = table();
  let remaining = query.limit ?? Number.POSITIVE_INFINITY;
  let startKey: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: name,
        KeyConditionExpression:
          query.skPrefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': query.pk, ...(query.skPrefix && { ':prefix': query.skPrefix }) },
        ConsistentRead: query.consistent,
        ScanIndexForward: !query.descending,
        ...(Number.isFinite(remaining) && { Limit: remaining }),
        ...(startKey && { ExclusiveStartKey: startKey }),
      }),
    );
    const items = page.Items ?? [];
    yield items;
    remaining -= items.length;
    startKey = page.LastEvaluatedKey;
  } while (startKey !== undefined && remaining > 0);
}

/** All items of one partition (or the first `limit`), collected. */
export async function queryAll(query: PartitionQuery): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of queryPages(query)) items.push(...page);
  return items;
}
