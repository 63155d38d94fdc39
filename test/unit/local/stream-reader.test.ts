/** How the stream of a table is read: its iterators expire, and its shards end. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { openStream } from '../../../lib/local/lambda/stream-reader.ts';
import { listen } from '../../../lib/local/loopback.ts';
import { folderOfTest } from '../../support/folders.ts';

/** A stream whose iterators are valid for one read, so that each later read shows whether the reader keeps the next. */
async function aStream() {
  const shards = ['shard-1'];
  /** Sequence numbers that are not read yet. */
  const unread: string[] = [];
  const opened: unknown[] = [];
  let valid = 0;
  let isClosed = false;
  let isTrimmed = false;
  const record = (SequenceNumber: string) => ({ eventName: 'INSERT', dynamodb: { SequenceNumber } });

  function respond(action: string, input: Record<string, unknown>): object | undefined {
    if (action === 'ListStreams') return { Streams: [{ StreamArn: 'arn' }] };
    if (action === 'DescribeStream')
      return { StreamDescription: { Shards: shards.map((ShardId) => ({ ShardId })) } };
    if (action === 'GetShardIterator') {
      opened.push([input.ShardId, input.SequenceNumber]);
      if (isTrimmed && input.SequenceNumber !== undefined) return undefined;
      isClosed = false;
      valid += 1;
      return { ShardIterator: String(valid) };
    }
    if (input.ShardIterator !== String(valid)) return undefined;
    valid += 1;
    const Records = unread.splice(0).map(record);
    return { Records, ...(!isClosed && { NextShardIterator: String(valid) }) };
  }

  const server = createServer(async (incoming, outgoing) => {
    const [, action = ''] = String(incoming.headers['x-amz-target']).split('.');
    const body = respond(action, (await json(incoming)) as Record<string, unknown>);
    outgoing.writeHead(body === undefined ? 400 : 200);
    const name = action === 'GetShardIterator' ? 'TrimmedDataAccessException' : 'ExpiredIteratorException';
    outgoing.end(JSON.stringify(body ?? { __type: name }));
  });
  const { url: dynamodbEndpoint, stop } = await listen(server, 0);
  onTestFinished(stop);
  const reader = await openStream({ dynamodbEndpoint, dataDir: folderOfTest(), functionName: 'f' }, 'table');
  onTestFinished(() => reader.close());
  return {
    /** Returns the sequence numbers of the next records, which are then handled. */
    async read(): Promise<string[]> {
      const pages = await reader.pages();
      for (const page of pages) page.commit();
      return pages.flatMap(({ records }) => records.map(({ dynamodb }) => dynamodb.SequenceNumber));
    },
    write: (sequenceNumber: string) => void unread.push(sequenceNumber),
    expire(): void {
      valid += 1;
    },
    /** Removes the records that were read. */
    trim(): void {
      isTrimmed = true;
    },
    split(shardId: string): void {
      shards.push(shardId);
      isClosed = true;
    },
    /** The shards that were opened, with the sequence number behind which reading begins. */
    opened,
  };
}

it('reads records that are written after a time without any', async () => {
  const stream = await aStream();
  expect([await stream.read(), await stream.read()]).toEqual([[], []]);
  stream.write('1');
  expect(await stream.read()).toEqual(['1']);
});

it('continues behind the last handled record after its iterator has expired', async () => {
  const stream = await aStream();
  stream.write('1');
  await stream.read();
  stream.expire();
  stream.write('2');
  await expect(stream.read()).rejects.toThrow('ExpiredIteratorException');
  expect(await stream.read()).toEqual(['2']);
  expect(stream.opened).toEqual([
    ['shard-1', undefined],
    ['shard-1', '1'],
  ]);
});

it('continues with the oldest record when the stream no longer has its last one', async () => {
  const stream = await aStream();
  stream.write('1');
  await stream.read();
  stream.expire();
  stream.trim();
  stream.write('9');
  await stream.read().catch(() => undefined);
  expect(await stream.read()).toEqual(['9']);
});

it('opens the next shard when one ends without records', async () => {
  const stream = await aStream();
  await stream.read();
  stream.split('shard-2');
  await stream.read();
  await stream.read().catch(() => undefined);
  expect(stream.opened).toContainEqual(['shard-2', undefined]);
});
