import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf, forEachParallel } from '../base/parallel.ts';
import { retryWhile } from '../base/retry.ts';
import { UnavailableError } from '../errors/errors.ts';
import { isPossibleKey } from './item-size.ts';
import type { Key, SortKeyRange } from './keys.ts';
import { itemOf } from './schema.ts';
import { table } from './table.ts';

export type Item = Record<string, unknown>;

/** A key may contain more than its two attributes. */
export const keyOf = ({ pk, sk }: Key): Key & Item => ({ pk, sk });

/** DynamoDB takes at most 100 keys in one BatchGetItem. */
const batchGetLimit = 100;

/** Strongly consistent reads include every earlier write. Others cost half, and may miss the last second. */
export interface Consistency {
  consistent?: boolean;
}

/** One item, strongly consistent. Undefined when it does not exist. */
export async function getItem(key: Key): Promise<Item | undefined> {
  if (!isPossibleKey(key)) return undefined;
  const { documents, name } = table();
  const { Item: item } = await documents.send(
    new GetCommand({ TableName: name, Key: keyOf(key), ConsistentRead: true }),
  );
  return item && itemOf(item);
}

class UnprocessedKeysError extends Error {}

/** Only these attributes of each item; it costs the same, but transfers less. */
function projection(attributes: readonly string[]) {
  return {
    ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
  };
}

/**
 * Items by key, unordered; missing ones are omitted. One request per 100 keys and 16 MB. With `attributes` only those
 * of each item. Strongly consistent by default.
 */
export async function batchGet(
  keys: readonly Key[],
  attributes?: readonly string[],
  { consistent = true }: Consistency = {},
): Promise<Item[]> {
  const items: Item[] = [];
  const projected = attributes && projection(attributes);
  const possible = keys.filter(isPossibleKey);
  for (const some of chunksOf(possible, batchGetLimit)) {
    let pending: Item[] = some.map(keyOf);
    // DynamoDB hands back what it had no capacity or no room (16 MB) for.
    const readPending = async () => {
      const { documents, name } = table();
      const answer = await documents.send(
        new BatchGetCommand({
          RequestItems: { [name]: { Keys: pending, ConsistentRead: consistent, ...projected } },
        }),
      );
      const read = answer.Responses?.[name] ?? [];
      items.push(...read.map(itemOf));
      pending = answer.UnprocessedKeys?.[name]?.Keys ?? [];
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

/** Number of parallel `batchGet` requests for many keys. */
const parallelBatchGets = 8;

/** Like it, with concurrent requests of a hundred keys, for more keys than one request allows. Each key once. */
export async function batchGetParallel(
  keys: readonly Key[],
  attributes?: readonly string[],
  consistency?: Consistency,
): Promise<Item[]> {
  const items: Item[] = [];
  await forEachParallel(chunksOf(keys, batchGetLimit), parallelBatchGets, async (some) => {
    items.push(...(await batchGet(some, attributes, consistency)));
  });
  return items;
}

export interface PartitionQuery {
  pk: string;
  skPrefix?: string;
  /** First and last sort key, both included. */
  skRange?: SortKeyRange;
  /** Stops after this number of items. */
  limit?: number;
  /** Maximum number of items at a time, where the backlog must stay small. */
  pageItems?: number;
  /** Starts after this sort key, which need not exist. */
  after?: string | undefined;
  descending?: boolean;
  /** Strongly consistent reads cost twice as many units. */
  consistent: boolean;
}

function keyCondition({ pk, skPrefix, skRange }: PartitionQuery) {
  if (skRange !== undefined) {
    return {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': skRange.from, ':to': skRange.to },
    };
  }
  if (skPrefix === undefined) {
    return { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  }
  return {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix },
  };
}

/** The items of one partition in key order, a DynamoDB page (1 MB) at a time. */
export async function* queryPages(query: PartitionQuery): AsyncGenerator<Item[]> {
  // No item has such a partition key or sort key.
  if (!isPossibleKey({ pk: query.pk, sk: query.skPrefix ?? '' })) return;
  const { documents, name } = table();
  let remaining = query.limit ?? Number.POSITIVE_INFINITY;
  let startKey: Item | undefined = query.after === undefined ? undefined : { pk: query.pk, sk: query.after };
  do {
    const pageLimit = Math.min(remaining, query.pageItems ?? Number.POSITIVE_INFINITY);
    const page = await documents.send(
      new QueryCommand({
        TableName: name,
        ...keyCondition(query),
        ConsistentRead: query.consistent,
        ScanIndexForward: !query.descending,
        ...(Number.isFinite(pageLimit) && { Limit: pageLimit }),
        ...(startKey && { ExclusiveStartKey: startKey }),
      }),
    );
    const items = (page.Items ?? []).map(itemOf);
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
