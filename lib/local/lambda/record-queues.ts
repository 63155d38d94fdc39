/**
 * Queues of stream records for a function. Records of one partition are in the same queue and stay in order; queues do
 * not wait for each other, like concurrent batches of Lambda.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
import { hash } from 'node:crypto';
import type { Page, StreamRecord } from './stream-reader.ts';

export interface RecordQueueOptions {
  /** Queues per shard. */
  count: number;
  /** Random, so that other partitions share a queue in every run. */
  salt: string;
  batchSize: number;
  /** Handles a batch; returns false when it stopped early. Must not throw. */
  work: (records: readonly StreamRecord[], shardId: string) => Promise<boolean>;
}

interface OpenPage extends Page {
  /** Number of records that are not handled yet. */
  left: number;
}

interface RecordQueue {
  shardId: string;
  waiting: { record: StreamRecord; page: OpenPage }[];
  running: Promise<void> | undefined;
}

/** Maximum number of records that are read ahead. */
const maxWaiting = 5_000;

export function createRecordQueues({ count, salt, batchSize, work }: RecordQueueOptions) {
  const queues = new Map<string, RecordQueue>();
  const openPages = new Map<string, OpenPage[]>();
  let waiting = 0;

  function queueOf(shardId: string, { dynamodb: { Keys } }: StreamRecord): RecordQueue {
    const [partition] = Object.values(Keys.pk ?? Keys);
    const digest = hash('sha256', `${salt}${JSON.stringify(partition)}`, 'buffer');
    const name = `${shardId} ${digest.readUInt32BE() % count}`;
    const queue = queues.get(name) ?? { shardId, waiting: [], running: undefined };
    queues.set(name, queue);
    return queue;
  }

  /** Pages are committed in order: a restart continues after the last committed page. */
  function commitFinished(shardId: string): void {
    const pages = openPages.get(shardId) ?? [];
    while (pages[0]?.left === 0) pages.shift()?.commit();
  }

  async function run(queue: RecordQueue): Promise<void> {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.slice(0, batchSize);
      const records = batch.map(({ record }) => record);
      if (!(await work(records, queue.shardId))) break;
      queue.waiting.splice(0, batch.length);
      waiting -= batch.length;
      for (const { page } of batch) page.left -= 1;
      commitFinished(queue.shardId);
    }
    queue.running = undefined;
  }

  return {
    /** Takes the wanted records of a shard's next page. */
    add(page: Page, wanted: readonly StreamRecord[]): void {
      const { shardId } = page;
      const open: OpenPage = { ...page, left: wanted.length };
      openPages.set(shardId, [...(openPages.get(shardId) ?? []), open]);
      waiting += wanted.length;
      for (const record of wanted) queueOf(shardId, record).waiting.push({ record, page: open });
      for (const queue of queues.values()) if (queue.waiting.length > 0) queue.running ??= run(queue);
      commitFinished(shardId);
    },
    isFull: () => waiting >= maxWaiting,
    /** Resolves when no queue has work. */
    async settled(): Promise<void> {
      await Promise.all([...queues.values()].map(({ running }) => running));
    },
  };
}
