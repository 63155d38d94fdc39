/** The publisher of the table's stream. */

import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { LRUCache } from 'lru-cache';
import { publish } from '../../../kernel/events/publish.ts';
import { log } from '../../../kernel/observability/log.ts';
import { type Attributes, fromAttributes } from '../../../kernel/table/attributes.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { itemOf } from '../../../kernel/table/schema.ts';

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/**
 * Outbox items that this process has published. After a failure the stream redelivers all records from the
 * first failed one on; the cache avoids most repeated events. Losing the cache only repeats events.
 */
const publishedLately = new LRUCache<string, true>({ max: 10_000 });

interface Inserted {
  sequenceNumber: string;
  item: Item;
  key: string;
}

function toInserted({ dynamodb }: DynamoDBRecord): Inserted[] {
  if (dynamodb?.NewImage === undefined || dynamodb.SequenceNumber === undefined) return [];
  const item = itemOf(fromAttributes(dynamodb.NewImage as Attributes));
  const key = textOf({ pk: String(item.pk), sk: String(item.sk) });
  return [{ sequenceNumber: dynamodb.SequenceNumber, item, key }];
}

/**
 * Publishes the outbox items of a batch of stream records. Reports items as failed that the bus could not
 * accept now. Items that the bus will never accept are not reported, because a shard of the stream waits for
 * its failed records.
 */
export async function publishRecords({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const inserted = Records.flatMap(toInserted);
  const fresh = inserted.filter(({ key }) => !publishedLately.has(key));
  const { published, failed, refused } = await publish(fresh.map(({ item }) => item));
  for (const { key } of published) publishedLately.set(textOf(key), true);
  const failedKeys = new Set(failed.map(({ key }) => textOf(key)));
  log('info', 'events published', {
    published: published.length,
    failed: failed.length,
    refused: refused.length,
    repeated: inserted.length - fresh.length,
  });
  return {
    batchItemFailures: inserted
      .filter(({ key }) => failedKeys.has(key))
      .map(({ sequenceNumber }) => ({ itemIdentifier: sequenceNumber })),
  };
}
