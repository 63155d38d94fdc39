/**
 * Records of a stream on their way to a function. Records of one partition share a lane and stay in order; lanes do not
 * wait for each other, as concurrent batches of Lambda do not.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
import { createHash } from 'node:crypto';
import type { Page, StreamRecord } from './stream-reader.ts';

export interface LaneOptions {
  /** Lanes of each shard. */
  count: number;
  /** Which partitions share a lane is another matter in every run. */
  salt: string;
  batchSize: number;
  /** Works through a batch; false when it stopped before its end. Must not throw. */
  work: (records: readonly StreamRecord[], shardId: string) => Promise<boolean>;
}

interface OpenPage extends Page {
  /** Records that are not dealt with. */
  left: number;
}

interface Lane {
  shardId: string;
  waiting: { record: StreamRecord; page: OpenPage }[];
  running: Promise<void> | undefined;
}

/** Pages are read ahead up to so many records. */
const maxWaiting = 5_000;

function laneOf({ dynamodb: { Keys } }: StreamRecord, { count, salt }: LaneOptions): number {
  const [partition] = Object.values(Keys.pk ?? Keys);
  const digest = createHash('sha256')
    .update(`${salt}${JSON.stringify(partition)}`)
    .digest();
  return digest.readUInt32BE() % count;
}

export function createLanes(options: LaneOptions) {
  const lanes = new Map<string, Lane>();
  const openPages = new Map<string, OpenPage[]>();
  let waiting = 0;
  let progress = Promise.withResolvers<void>();

  /** Pages count as dealt with in their order: a restart begins behind the last of them. */
  function commitFinished(shardId: string): void {
    const pages = openPages.get(shardId) ?? [];
    while (pages[0]?.left === 0) pages.shift()?.commit();
  }

  async function run(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.slice(0, options.batchSize);
      const isFinished = await options.work(
        batch.map(({ record }) => record),
        lane.shardId,
      );
      if (!isFinished) break;
      lane.waiting.splice(0, batch.length);
      waiting -= batch.length;
      for (const { page } of batch) page.left -= 1;
      commitFinished(lane.shardId);
      progress.resolve();
      progress = Promise.withResolvers();
    }
    lane.running = undefined;
  }

  return {
    /** Takes the wanted records of the next page of a shard. */
    add(page: Page, wanted: readonly StreamRecord[]): void {
      const { shardId } = page;
      const open: OpenPage = { ...page, left: wanted.length };
      openPages.set(shardId, [...(openPages.get(shardId) ?? []), open]);
      waiting += wanted.length;
      for (const record of wanted) {
        const name = `${shardId} ${laneOf(record, options)}`;
        const lane = lanes.get(name) ?? { shardId, waiting: [], running: undefined };
        lanes.set(name, lane);
        lane.waiting.push({ record, page: open });
      }
      for (const lane of lanes.values()) if (lane.waiting.length > 0) lane.running ??= run(lane);
      commitFinished(shardId);
    },
    isFull: () => waiting >= maxWaiting,
    /** Resolves when a lane has finished a batch. */
    nextProgress: () => progress.promise,
    /** Resolves when no lane works any more. */
    async settled(): Promise<void> {
      await Promise.all([...lanes.values()].map(({ running }) => running));
    },
  };
}
