import { describe, expect, it } from 'vitest';
import { createRecordQueues } from '../../../lib/local/lambda/record-queues.ts';
import type { StreamRecord } from '../../../lib/local/lambda/stream-reader.ts';

const record = (pk: string, sequence: number): StreamRecord => ({
  eventID: String(sequence),
  eventName: 'INSERT',
  dynamodb: {
    Keys: { sk: { S: String(sequence) }, pk: { S: pk } },
    SequenceNumber: String(sequence),
    ApproximateCreationDateTime: 0,
  },
});
const records = Array.from({ length: 60 }, (_, index) => record(`key ${index % 12}`, index));
const partitionOf = ({ dynamodb }: StreamRecord) => String(dynamodb.Keys.pk?.S);
const sequenceOf = ({ dynamodb }: StreamRecord) => Number(dynamodb.SequenceNumber);
const aPage = (name: string, some: StreamRecord[], commits: string[] = []) => ({
  shardId: 'shard',
  records: some,
  commit: () => void commits.push(name),
});

/** The batches that each lane processed. */
async function workedThrough(salt: string, batchSize = 100): Promise<StreamRecord[][]> {
  const batches: StreamRecord[][] = [];
  const work = async (batch: readonly StreamRecord[]) => {
    batches.push([...batch]);
    return true;
  };
  const queues = createRecordQueues({ count: 4, salt, batchSize, work });
  queues.add(aPage('page', records), records);
  await queues.settled();
  return batches;
}

describe('the lanes of a stream', () => {
  it('process every record once, those of a partition in one lane and in order', async () => {
    const batches = await workedThrough('salt');
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat()).toHaveLength(records.length);
    for (const batch of batches) {
      const sequences = batch.map(sequenceOf);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }
    const homes = (pk: string) => batches.filter((batch) => batch.some((one) => partitionOf(one) === pk));
    for (let key = 0; key < 12; key += 1) expect(homes(`key ${key}`)).toHaveLength(1);
  });

  it('differ from run to run', async () => {
    const shapes = await Promise.all(['a', 'b', 'c', 'd'].map((salt) => workedThrough(salt)));
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBeGreaterThan(1);
  });

  it('deliver batches of the maximum size', async () => {
    const sizes = (await workedThrough('salt', 7)).map(({ length }) => length);
    expect(Math.max(...sizes)).toBe(7);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(records.length);
  });

  it('do not wait for each other, and commit pages in their order', async () => {
    const commits: string[] = [];
    const slow = Promise.withResolvers<boolean>();
    const done: string[] = [];
    const queues = createRecordQueues({
      ...{ count: 50, salt: 'salt', batchSize: 10 },
      async work(batch) {
        const [first] = batch.map(partitionOf);
        const isFinished = first === 'slow' ? await slow.promise : true;
        done.push(...batch.map(partitionOf));
        return isFinished;
      },
    });
    const pages = [[record('slow', 1), record('quick', 2)], [record('quick', 3)]];
    for (const [index, page] of pages.entries()) queues.add(aPage(`page ${index}`, page, commits), page);
    queues.add(aPage('empty page', [], commits), []);
    await expect.poll(() => done).toEqual(['quick', 'quick']);
    expect(commits).toEqual([]);
    slow.resolve(true);
    await queues.settled();
    expect(commits).toEqual(['page 0', 'page 1', 'empty page']);
  });

  it('leave an interrupted batch, and its page, for the next start', async () => {
    const commits: string[] = [];
    const queues = createRecordQueues({ count: 1, salt: 'salt', batchSize: 10, work: async () => false });
    queues.add(aPage('page', [record('a', 1)], commits), [record('a', 1)]);
    await queues.settled();
    expect(commits).toEqual([]);
  });
});
