/**
 * What one tenant's backlog costs another: 5 000 deliveries, 50 slow sync runs and 200 files wait while another tenant
 * wants one of each. A short run takes a tenth of it, and judges no machine: its bound is generous.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fairnessSettings, measureFairness } from '../support/fairness.ts';
import { byRunLength } from '../support/fault-runs.ts';
import { type OwnRuntime, startOwnRuntime } from '../support/own-runtime.ts';
import { type Sink, startSink } from '../support/sink.ts';

const { size, maxDelaySeconds, rounds } = byRunLength({
  long: { size: { deliveries: 5_000, runs: 50, files: 200 }, maxDelaySeconds: 10, rounds: 3 },
  short: { size: { deliveries: 500, runs: 10, files: 20 }, maxDelaySeconds: 60, rounds: 1 },
});
const withinMs = 1_200_000;

let runtime: OwnRuntime;
let sink: Sink;
beforeAll(async () => {
  [runtime, sink] = await Promise.all([startOwnRuntime({ settings: fairnessSettings }), startSink()]);
}, withinMs);
afterAll(() => Promise.all([runtime.stop(), sink.stop()]), withinMs);

it(
  `delays the delivery, the run and the file of another tenant by less than ${maxDelaySeconds} seconds`,
  async () => {
    const { alone, beside, left } = await measureFairness(runtime, sink, size, rounds);
    console.table({
      alone,
      ...Object.fromEntries(beside.map((waits, round) => [`round ${round + 1}`, waits])),
    });
    console.table({ 'put there': size, 'left at the end': left });
    // The tenant was busy all the time, or the figures say nothing.
    expect(Math.min(left.deliveries, left.runs)).toBeGreaterThan(0);
    for (const waits of beside) {
      expect(waits.delivery - alone.delivery).toBeLessThan(maxDelaySeconds);
      expect(waits.run - alone.run).toBeLessThan(maxDelaySeconds);
      expect(waits.file - alone.file).toBeLessThan(maxDelaySeconds);
    }
  },
  withinMs,
);
