/** Reads the stream of a table from the checkpoint of an earlier run, and writes checkpoints. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
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

interface Shard {
  ShardId: string;
}

export interface Page {
  shardId: string;
  records: StreamRecord[];
  /** Marks everything up to the end of this page as handled; pages are committed in order. */
  commit(): void;
}

export interface StreamReader {
  /** Returns the next records of each shard that has any. */
  pages(): Promise<Page[]>;
  /** Resolves when the checkpoint of all handled records is written. */
  close(): Promise<void>;
}

/** Records of a full page; more may wait behind it. */
export const maxRecords = 1000;
/** Delay between a page and its checkpoint. A crash within it repeats the page's records, as Lambda does. */
const checkpointMs = 1_000;

/**
 * Opens the table's stream. `checkpointFile` holds each shard's last read sequence number; without the file, reading
 * begins with the oldest record. Throws when the table has no stream.
 */
export async function openStream(options: {
  dynamodbEndpoint: string;
  tableName: string;
  checkpointFile: string;
}): Promise<StreamReader> {
  const { dynamodbEndpoint, tableName, checkpointFile } = options;
  const call = createCall(dynamodbEndpoint, 'DynamoDBStreams_20120810');
  const { Streams = [] } = (await call('ListStreams', { TableName: tableName })) as {
    Streams?: { StreamArn: string }[];
  };
  const StreamArn = Streams.at(-1)?.StreamArn;
  if (StreamArn === undefined) throw new Error(`the table ${tableName} has no stream`);
  mkdirSync(dirname(checkpointFile), { recursive: true });
  const checkpoint = readCheckpoint(checkpointFile);
  const iterators = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  /** Writes are sequential, because they use the same file. */
  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => writeCheckpoint(checkpointFile, checkpoint));
    return writing;
  }

  async function iteratorOf(ShardId: string): Promise<string | undefined> {
    const SequenceNumber = checkpoint[ShardId];
    const from =
      SequenceNumber === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber };
    const { ShardIterator } = await call('GetShardIterator', { StreamArn, ShardId, ...from });
    return typeof ShardIterator === 'string' ? ShardIterator : undefined;
  }

  async function shardIds(): Promise<string[]> {
    const { StreamDescription } = (await call('DescribeStream', { StreamArn })) as {
      StreamDescription: { Shards?: Shard[] };
    };
    return (StreamDescription.Shards ?? []).map(({ ShardId }) => ShardId);
  }

  async function pageOf(shardId: string): Promise<Page | undefined> {
    const iterator = iterators.get(shardId) ?? (await iteratorOf(shardId));
    if (iterator === undefined) return undefined;
    const { Records = [], NextShardIterator } = (await call('GetRecords', {
      ShardIterator: iterator,
      Limit: maxRecords,
    })) as { Records?: StreamRecord[]; NextShardIterator?: string };
    const last = Records.at(-1)?.dynamodb.SequenceNumber;
    if (last === undefined) {
      iterators.set(shardId, iterator);
      return undefined;
    }
    if (NextShardIterator === undefined) iterators.delete(shardId);
    else iterators.set(shardId, NextShardIterator);
    return {
      shardId,
      records: Records,
      commit() {
        checkpoint[shardId] = last;
        timer ??= setTimeout(write, checkpointMs);
      },
    };
  }

  return {
    async pages() {
      if (iterators.size === 0) {
        for (const shardId of await shardIds()) {
          const iterator = await iteratorOf(shardId);
          if (iterator !== undefined) iterators.set(shardId, iterator);
        }
      }
      const found: Page[] = [];
      for (const shardId of iterators.keys()) {
        const page = await pageOf(shardId);
        if (page !== undefined) found.push(page);
      }
      return found;
    },
    close: () => (timer === undefined ? writing : write()),
  };
}

type Checkpoint = Record<string, string>;

function readCheckpoint(file: string): Checkpoint {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Checkpoint) : {};
}

/**
 * Atomic: a partial file after a crash would restart the whole stream. Asynchronous: a disk may take milliseconds to
 * replace a file.
 */
async function writeCheckpoint(file: string, checkpoint: Checkpoint): Promise<void> {
  await writeFile(`${file}.tmp`, JSON.stringify(checkpoint));
  await rename(`${file}.tmp`, file);
}
