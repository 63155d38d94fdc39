/** Deliveries under injected faults: none is lost, and few are repeated. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { type Sink, startSink } from '../support/clients/sink.ts';
import {
  expectFewRepetitions,
  expectGaplessAttempts,
  expectNothingLost,
  type FaultRunResult,
  faultRunSettings,
  runUnderFaults,
} from '../support/fault-injection/webhooks-under-faults.ts';
import { type OwnRuntime, startOwnRuntime } from '../support/runtime/own-runtime.ts';

const withinMs = 2_700_000;
const size = byRunLength({
  long: { events: 2_000, webhooks: 5, kills: 90 },
  short: { events: 40, webhooks: 3, kills: 4 },
});

let runtime: OwnRuntime;
let sink: Sink;
let aftermath: FaultRunResult;

beforeAll(async () => {
  [runtime, sink] = await Promise.all([startOwnRuntime({ settings: faultRunSettings }), startSink()]);
  aftermath = await runUnderFaults(runtime, sink, { ...size, withinMs });
}, 3 * withinMs);
afterAll(() => Promise.all([runtime.stop(), sink.stop()]));

describe('a long run with dying workers, repeated batches, throttled tables and failing receivers', () => {
  it('loses no event, leaves nothing undecided, and nothing twice in the log', () =>
    expectNothingLost(runtime, aftermath));

  it('repeats requests only of workers that died or could not record them, under the same id', () =>
    expectFewRepetitions(aftermath));

  it('leaves attempts without gaps', () => expectGaplessAttempts(runtime, aftermath));
});
