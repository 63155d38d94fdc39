/** Reads the table's stream independently of the product: inserted items, even if they were deleted since. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { inject } from 'vitest';
import type { Item } from '../../../shared/kernel/table/read.ts';

interface StreamRecord {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: { NewImage?: Record<string, AttributeValue> };
}

/** The SDK's stream client is not installed; the local AWS gateway requires a key id but verifies no signature. */
async function callStreams<TestResponse>(action: string, input: object): Promise<TestResponse> {
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
  const { Streams } = await callStreams<{ Streams: { StreamArn: string }[] }>('ListStreams', {
    TableName: inject('aws').table,
  });
  const [{ StreamArn } = { StreamArn: '' }] = Streams;
  type Described = { StreamDescription: { Shards: { ShardId: string }[] } };
  const { StreamDescription } = await callStreams<Described>('DescribeStream', { StreamArn });
  const iterators = StreamDescription.Shards.map(({ ShardId }) => {
    const from = { StreamArn, ShardId, ShardIteratorType: 'LATEST' };
    return callStreams<{ ShardIterator: string }>('GetShardIterator', from);
  });
  return (await Promise.all(iterators)).map(({ ShardIterator }) => ShardIterator);
}

/** The items inserted after the iterator, and the iterator to continue with. */
async function insertedFrom(iterator: string): Promise<{ items: Item[]; next: string }> {
  const items: Item[] = [];
  for (let next = iterator; ; ) {
    const page: { Records: StreamRecord[]; NextShardIterator?: string } = await callStreams('GetRecords', {
      ShardIterator: next,
    });
    const inserts = page.Records.filter(({ eventName }) => eventName === 'INSERT');
    items.push(...inserts.map(({ dynamodb }) => unmarshall(dynamodb.NewImage ?? {})));
    // The table's shard never ends here.
    if (page.Records.length === 0 || page.NextShardIterator === undefined) return { items, next };
    next = page.NextShardIterator;
  }
}

/** Starts watching: calling the returned function returns every item inserted since, in order. */
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
