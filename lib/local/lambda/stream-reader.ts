/** Reads the stream of a table from where an earlier run got to, and keeps how far it got. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCall } from '../dynamodb/tables.ts';

/** A record of DynamoDB Streams, as Lambda hands it on. */
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
  /** Notes that everything up to the end of this page has been dealt with; pages are committed in their order. */
  commit(): void;
}

export interface StreamReader {
  /** The next records of each shard that has any, behind those that were read before. */
  pages(): Promise<Page[]>;
  /** Resolves when the checkpoint of everything that is dealt with is written. */
  close(): Promise<void>;
}

const maxRecords = 1000;
/** How long after a page its end is written. A crash within that time repeats its records, which Lambda does as well. */
const checkpointMs = 1_000;

/**
 * Opens the table's stream. `checkpointFile` holds the sequence number that each shard was read up to; without it,
 * reading begins with the oldest record. Throws when the table has no stream.
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

  /** One write after the other: they use the same file. */
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
 * In one step: half a file after a crash would begin the whole stream again. In the background: a disk may take
 * milliseconds to replace a file.
 */
async function writeCheckpoint(file: string, checkpoint: Checkpoint): Promise<void> {
  await writeFile(`${file}.tmp`, JSON.stringify(checkpoint));
  await rename(`${file}.tmp`, file);
}
