import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { fireTwice } from '../support/fault-injection/double-runs.ts';
import { fireAroundOutage } from '../support/fault-injection/scheduler-outage.ts';
import { type OwnRuntime, startOwnRuntime } from '../support/runtime/own-runtime.ts';

let runtime: OwnRuntime;
beforeAll(async () => {
  runtime = await startOwnRuntime();
});
afterAll(() => runtime.stop());

const minuteMs = 60_000;
const { jobs, timesEach } = byRunLength({
  long: { jobs: 500, timesEach: 20 },
  short: { jobs: 12, timesEach: 5 },
});
const firings = jobs * timesEach;

describe(`${firings} firings, every message delivered twice and two workers racing`, () => {
  it(
    'make exactly as many runs',
    async () => {
      const outcome = await fireTwice(runtime, { jobs, timesEach }, 45 * minuteMs);
      expect(outcome).toEqual({
        states: { completed: firings },
        errors: [],
        unexplainedAttempts: 0,
        sent: firings,
      });
    },
    50 * minuteMs,
  );
});

const outageMinutes = byRunLength({ long: 10, short: 1 });

describe(`jobs while their workers are dead for ${outageMinutes} minutes`, () => {
  it(
    'fire again by themselves, and make up for the last missed time at most',
    async () => {
      const outcome = await fireAroundOutage(runtime, outageMinutes * minuteMs, 4 * minuteMs);
      expect(outcome).toEqual({
        resumed: ['1m', '20s', '* * * * *', '* * 1-30,L * *'],
        madeUpFor: 0,
        deadLetters: 0,
      });
    },
    (outageMinutes + 6) * minuteMs,
  );
});
