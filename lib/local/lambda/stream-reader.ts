/** Reads the stream of a table from the checkpoint of an earlier run, and writes checkpoints. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCall } from '../dynamodb/tables.ts';

/** A record of DynamoDB Streams in the form that Lambda passes it on. */
export interface StreamRecord {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: {
    Keys: Record<string, Record<string, unknown>>;
    SequenceNumber: string;
    /** Seconds since 1970. */
    ApproximateCreationDateTime: number;
  };
}

export interface Page {
  shardId: string;
  records: StreamRecord[];
  /** Marks everything up to the end of this page as handled; pages are committed in order. */
  commit(): void;
}

/** Responses of DynamoDB Streams. */
interface Responses {
  ListStreams: { Streams?: { StreamArn: string }[] };
  DescribeStream: { StreamDescription: { Shards?: { ShardId: string }[] } };
  GetShardIterator: { ShardIterator?: string };
  GetRecords: { Records?: StreamRecord[]; NextShardIterator?: string };
}

/** Records of a full page; more may wait behind it. */
export const maxRecords = 1000;
/** Delay between a page and its checkpoint. A crash within it repeats the page's records, as Lambda does. */
const checkpointMs = 1_000;

/**
 * Opens the table's stream for a mapping. Its checkpoint file holds each shard's last read sequence number; without the
 * file, reading begins with the oldest record. Throws when the table has no stream.
 */
export async function openStream(
  {
    dynamodbEndpoint,
    dataDir,
    functionName,
  }: Record<'dynamodbEndpoint' | 'dataDir' | 'functionName', string>,
  TableName: string,
) {
  const send = createCall(dynamodbEndpoint, 'DynamoDBStreams_20120810');
  const call = async <Action extends keyof Responses>(action: Action, input: object) =>
    (await send(action, input)) as unknown as Responses[Action];
  const { Streams = [] } = await call('ListStreams', { TableName });
  const StreamArn = Streams.at(-1)?.StreamArn;
  if (StreamArn === undefined) throw new Error(`the table ${TableName} has no stream`);
  const folder = join(dataDir, 'checkpoints');
  mkdirSync(folder, { recursive: true });
  const checkpointFile = join(folder, `${functionName}.json`);
  const checkpoint: Record<string, string> = existsSync(checkpointFile)
    ? JSON.parse(readFileSync(checkpointFile, 'utf8'))
    : {};
  const iterators = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  /** Writes are sequential, because they use the same file. */
  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      // Atomic: a partial file after a crash would restart the whole stream. Asynchronous: a disk may take milliseconds
      // to replace a file.
      await writeFile(`${checkpointFile}.tmp`, JSON.stringify(checkpoint));
      await rename(`${checkpointFile}.tmp`, checkpointFile);
    });
    return writing;
  }

  /** Begins behind the checkpoint of the shard; without one, or when its records are gone, with the oldest record. */
  async function openShard(ShardId: string) {
    const oldest = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const SequenceNumber = checkpoint[ShardId];
    if (SequenceNumber === undefined) return call('GetShardIterator', oldest);
    const next = { StreamArn, ShardId, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber };
    return call('GetShardIterator', next).catch((error: unknown) => {
      // A stream has the records of a day.
      if (!String(error).includes('TrimmedDataAccessException')) throw error;
      return call('GetShardIterator', oldest);
    });
  }

  async function openShards(): Promise<void> {
    const { StreamDescription } = await call('DescribeStream', { StreamArn });
    for (const { ShardId } of StreamDescription.Shards ?? []) {
      const { ShardIterator } = await openShard(ShardId);
      if (ShardIterator !== undefined) iterators.set(ShardId, ShardIterator);
    }
  }

  async function readShards(): Promise<Page[]> {
    const pages: Page[] = [];
    for (const [shardId, ShardIterator] of iterators) {
      const found = await call('GetRecords', { ShardIterator, Limit: maxRecords });
      const { Records: records = [], NextShardIterator } = found;
      // Also after an empty page, because an iterator expires after some minutes. A closed shard has no next one.
      if (NextShardIterator === undefined) iterators.delete(shardId);
      else iterators.set(shardId, NextShardIterator);
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      if (last === undefined) continue;
      const commit = () => {
        checkpoint[shardId] = last;
        timer ??= setTimeout(write, checkpointMs);
      };
      pages.push({ shardId, records, commit });
    }
    return pages;
  }

  return {
    /**
     * Returns the next records of each shard that has any. Throws when the stream cannot be read; the next call then
     * continues behind the checkpoints, so that records may be returned again.
     */
    async pages(): Promise<Page[]> {
      if (iterators.size === 0) await openShards();
      try {
        return await readShards();
      } catch (error) {
        // An iterator has expired, as after a pause of the machine.
        iterators.clear();
        throw error;
      }
    },
    /** Resolves when the checkpoint of all handled records is written. */
    close: () => (timer === undefined ? writing : write()),
  };
}
