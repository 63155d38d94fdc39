import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fireTwice } from '../support/double-runs.ts';
import { type OwnRuntime, startOwnRuntime } from '../support/own-runtime.ts';

let runtime: OwnRuntime;
beforeAll(async () => {
  runtime = await startOwnRuntime();
}, 180_000);
afterAll(() => runtime.stop());

const minuteMs = 60_000;

describe('ten thousand firings, every message delivered twice and two workers racing', () => {
  it(
    'make exactly ten thousand runs',
    async () => {
      const outcome = await fireTwice(runtime, { jobs: 500, timesEach: 20 }, 45 * minuteMs);
      expect(outcome).toEqual({
        states: { completed: 10_000 },
        attempts: 10_000,
        sent: 10_000,
      });
    },
    50 * minuteMs,
  );
});
