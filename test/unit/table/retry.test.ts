import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { retryWhile } from '../../../shared/kernel/base/retry.ts';

class Busy extends Error {}
const isBusy = (error: unknown) => error instanceof Busy;

/** Fails this many times, then succeeds. */
function failing(times: number, error: Error = new Busy()) {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= times) throw error;
    return `answer ${calls}`;
  });
}

describe('retryWhile', () => {
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([0, 1, 16])('returns after %i retryable failures', async (failures) => {
    const attempt = failing(failures);
    await expect(retryWhile(isBusy, attempt)).resolves.toBe(`answer ${failures + 1}`);
    expect(attempt).toHaveBeenCalledTimes(failures + 1);
  });

  it('throws the last error after seventeen attempts', async () => {
    const attempt = failing(17);
    await expect(retryWhile(isBusy, attempt)).rejects.toBeInstanceOf(Busy);
    expect(attempt).toHaveBeenCalledTimes(17);
  });

  it('throws any other error at once', async () => {
    const attempt = failing(1, new RangeError('broken'));
    await expect(retryWhile(isBusy, attempt)).rejects.toThrow('broken');
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('waits with exponential backoff and jitter between attempts', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const startedAt = performance.now();
    await retryWhile(isBusy, failing(2));
    expect(performance.now() - startedAt).toBeGreaterThan(70);
  });
});

describe('writers that collide on one item', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockImplementation(seededRandom('writers', 1));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** Locks the item for some time, unless another writer has locked it. */
  function anItem(heldMs: number) {
    let isHeld = false;
    return async () => {
      if (isHeld) throw new Busy();
      isHeld = true;
      await new Promise((resolve) => setTimeout(resolve, heldMs));
      isHeld = false;
    };
  }

  it('all succeed, for twenty writers that lock it for 50 ms each', async () => {
    for (let burst = 0; burst < 50; burst += 1) {
      const write = anItem(50);
      const writers = Array.from({ length: 20 }, () => retryWhile(isBusy, write));
      await vi.runAllTimersAsync();
      await Promise.all(writers);
    }
  });
});
