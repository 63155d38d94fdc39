/**
 * What one tenant's backlog costs another: 5 000 deliveries, 50 slow sync runs and 200 files wait while another tenant
 * wants one of each. A short run has less of it, and judges the order of the work alone: its duration is the machine's.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { type Sink, startSink } from '../support/clients/sink.ts';
import {
  type BacklogSize,
  type Fairness,
  fairnessSettings,
  measureFairness,
} from '../support/fault-injection/fairness.ts';
import { type OwnRuntime, startOwnRuntime } from '../support/runtime/own-runtime.ts';

interface Settings {
  size: BacklogSize;
  rounds: number;
  /** Undefined when the machine's speed is not judged. */
  maxDelaySeconds: number | undefined;
}

const { size, rounds, maxDelaySeconds } = byRunLength<Settings>({
  long: { size: { deliveries: 5_000, webhooks: 50, runs: 50, files: 200 }, rounds: 3, maxDelaySeconds: 10 },
  short: {
    size: { deliveries: 300, webhooks: 15, runs: 8, files: 8 },
    rounds: 1,
    maxDelaySeconds: undefined,
  },
});
const withinMs = 3_600_000;

let runtime: OwnRuntime;
let sink: Sink;
let fairness: Fairness;
beforeAll(async () => {
  [runtime, sink] = await Promise.all([startOwnRuntime({ settings: fairnessSettings }), startSink()]);
  fairness = await measureFairness(runtime, sink, size, rounds);
  const byRound = <Row>(rows: readonly Row[]) =>
    Object.fromEntries(rows.map((row, round) => [`round ${round + 1}`, row]));
  console.table({ alone: fairness.alone, ...byRound(fairness.beside) });
  console.table({ backlog: size, ...byRound(fairness.left) });
}, withinMs);
afterAll(() => Promise.all([runtime.stop(), sink.stop()]), withinMs);

it('serves the delivery and the run of another tenant before the backlog', () => {
  for (const { deliveries, runs } of fairness.left) {
    expect(deliveries).toBeGreaterThan(0);
    expect(runs).toBeGreaterThan(0);
  }
});

if (maxDelaySeconds !== undefined)
  it(`delays none of another tenant's work by ${maxDelaySeconds} seconds`, () => {
    const { alone, beside } = fairness;
    const delays = beside.map(({ delivery, run, file }) =>
      Math.max(delivery - alone.delivery, run - alone.run, file - alone.file),
    );
    expect(Math.max(...delays)).toBeLessThan(maxDelaySeconds);
  });
