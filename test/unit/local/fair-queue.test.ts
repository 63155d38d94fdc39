import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../../lib/local/sqs/fair-queue.ts';

interface Waiting {
  id: string;
  messageGroupId: string | null;
}

const many = (group: string, count: number): Waiting[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${group}${index}`, messageGroupId: group }));
const inFlight = (...groups: string[]) => groups.map((messageGroupId) => ({ messageGroupId }));
const next = (fair: ReturnType<typeof createFairQueue>, waiting: Waiting[], count: number) =>
  fair
    .order(waiting, count)
    .slice(0, count)
    .map(({ id }) => id);

describe('a fair queue', () => {
  it('keeps the order of messages while no group exceeds its share', () => {
    const fair = createFairQueue();
    fair.update([], 0);
    const waiting = [...many('a', 3), ...many('b', 2)];
    expect(fair.order(waiting, 10)).toEqual(waiting);
  });

  it('delivers messages of quiet groups first if a group has thirty messages and a tenth of all in flight', () => {
    const fair = createFairQueue();
    fair.update(inFlight(...Array<string>(30).fill('noisy')), 0);
    const waiting = [...many('noisy', 100), ...many('quiet', 2)];
    expect(next(fair, waiting, 4)).toEqual(['quiet0', 'quiet1', 'noisy0', 'noisy1']);
    expect(fair.order(waiting, 4)).toHaveLength(102);
  });

  it('treats a group as noisy that used more than a tenth of the recent time with few messages', () => {
    const fair = createFairQueue();
    fair.update(inFlight('slow', 'slow', 'slow'), 0);
    fair.update(inFlight('slow', 'slow', 'slow'), 10_000);
    expect(next(fair, [...many('slow', 5), ...many('quiet', 1)], 2)).toEqual(['quiet0', 'slow0']);
  });

  it('treats a noisy group as quiet after some minutes', () => {
    const fair = createFairQueue();
    fair.update(inFlight('slow'), 0);
    fair.update([], 60_000);
    fair.update(inFlight('other'), 1_500_000);
    fair.update([], 1_600_000);
    expect(fair.isNoisy('slow')).toBe(false);
    expect(fair.isNoisy('other')).toBe(true);
  });

  it('serves the noisy group with the fewest messages in flight', () => {
    const fair = createFairQueue();
    const groups = [...Array<string>(40).fill('a'), ...Array<string>(32).fill('b')];
    fair.update(inFlight(...groups), 0);
    expect(next(fair, [...many('a', 9), ...many('b', 9)], 3)).toEqual(['b0', 'b1', 'b2']);
    fair.update(inFlight(...Array<string>(31).fill('a'), ...Array<string>(31).fill('b')), 1);
    expect(next(fair, [...many('a', 9), ...many('b', 9)], 4)).toEqual(['a0', 'b0', 'a1', 'b1']);
  });

  it('treats each message without a group as its own group', () => {
    const fair = createFairQueue();
    fair.update(inFlight(...Array<string>(30).fill('noisy')), 0);
    expect(next(fair, [...many('noisy', 3), { id: 'alone', messageGroupId: null }], 1)).toEqual(['alone']);
  });
});
