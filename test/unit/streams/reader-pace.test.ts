import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReaderPace, readerLimits } from '../../../shared/kernel/streams/reader-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bytesPerSecond = 1_000;

function aPace() {
  const disconnect = vi.fn();
  return { pace: new ReaderPace(bytesPerSecond, disconnect), disconnect };
}

/** Reads pieces of this size, each after this time. */
function read(pace: ReaderPace, count: number, { bytes, ms }: { bytes: number; ms: number }): void {
  for (let index = 0; index < count; index += 1) {
    pace.offer();
    vi.advanceTimersByTime(ms);
    pace.take(bytes);
  }
}

describe('a client of a streamed response', () => {
  it.each([
    ['reads nothing', 1, { bytes: 0, ms: readerLimits.graceMs }, true],
    ['begins slowly', 1, { bytes: 0, ms: readerLimits.graceMs - 1 }, false],
    ['reads at the minimum rate for an hour', 720, { bytes: 5_000, ms: 5_000 }, false],
    ['reads at nine tenths of it', 10, { bytes: 4_500, ms: 5_000 }, false],
    ['reads at nine tenths of it for longer', 11, { bytes: 4_500, ms: 5_000 }, true],
    ['reads at once', 1_000, { bytes: 65_536, ms: 0 }, false],
  ])('that %s', (_, count, piece, isDisconnected) => {
    const { pace, disconnect } = aPace();
    read(pace, count, piece);
    expect(disconnect).toHaveBeenCalledTimes(isDisconnected ? 1 : 0);
  });

  it('that has read fast may pause for a limited time only', () => {
    const { pace, disconnect } = aPace();
    read(pace, 1, { bytes: 100_000_000, ms: 0 });
    pace.offer();
    vi.advanceTimersByTime(readerLimits.maxAheadMs - 1);
    expect(disconnect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(disconnect).toHaveBeenCalledOnce();
  });

  it('is not charged for the time in which the source is read', () => {
    const { pace, disconnect } = aPace();
    read(pace, 1, { bytes: 0, ms: readerLimits.graceMs - 1 });
    vi.advanceTimersByTime(3_600_000);
    read(pace, 1, { bytes: 1, ms: 0 });
    expect(disconnect).not.toHaveBeenCalled();
  });
});
