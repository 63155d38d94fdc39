/** Reads the table's stream beside the product: what was inserted, even when it is gone again. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { inject } from 'vitest';
import type { Item } from '../../../shared/kernel/table/read.ts';

interface StreamRecord {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: { NewImage?: Record<string, AttributeValue> };
}

/** The SDK's client of streams is not installed; the local AWS gateway wants a key's id and checks no signature. */
async function ask<TestResponse>(action: string, input: Record<string, unknown>): Promise<TestResponse> {
  const { endpointUrl, accessKeyId, region } = inject('aws');
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const response = await fetch(endpointUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDBStreams_20120810.${action}`,
      authorization:
        `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${day}/${region}/dynamodb/aws4_request, ` +
        'SignedHeaders=host, Signature=none',
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${action}: ${await response.text()}`);
  return response.json() as Promise<TestResponse>;
}

async function iteratorsFromNow(): Promise<string[]> {
  const { Streams } = await ask<{ Streams: { StreamArn: string }[] }>('ListStreams', {
    TableName: inject('aws').table,
  });
  const [{ StreamArn } = { StreamArn: '' }] = Streams;
  const { StreamDescription } = await ask<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
    'DescribeStream',
    { StreamArn },
  );
  const iterators = StreamDescription.Shards.map(({ ShardId }) =>
    ask<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn,
      ShardId,
      ShardIteratorType: 'LATEST',
    }),
  );
  return (await Promise.all(iterators)).map(({ ShardIterator }) => ShardIterator);
}

/** The items that were inserted after the iterator, and the iterator to continue with. */
async function insertedFrom(iterator: string): Promise<{ items: Item[]; next: string }> {
  const items: Item[] = [];
  for (let next = iterator; ; ) {
    const page: { Records: StreamRecord[]; NextShardIterator?: string } = await ask('GetRecords', {
      ShardIterator: next,
    });
    const inserts = page.Records.filter(({ eventName }) => eventName === 'INSERT');
    items.push(...inserts.map(({ dynamodb }) => unmarshall(dynamodb.NewImage ?? {})));
    // The table's shard never ends here.
    if (page.Records.length === 0 || page.NextShardIterator === undefined) return { items, next };
    next = page.NextShardIterator;
  }
}

/** From now on: calling the answer gives every item that was inserted since, by anybody, in order. */
export async function watchInserts(): Promise<() => Promise<Item[]>> {
  const iterators = await iteratorsFromNow();
  const inserted: Item[] = [];
  return async () => {
    for (const [shard, iterator] of iterators.entries()) {
      const { items, next } = await insertedFrom(iterator);
      inserted.push(...items);
      iterators[shard] = next;
    }
    return [...inserted];
  };
}
