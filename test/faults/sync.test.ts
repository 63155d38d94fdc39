/** An import among dying workers, messages that come twice, a throttled table and a service that fails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { type Sink, startSink } from '../support/clients/sink.ts';
import {
  importUnderFaults,
  type SyncFaultRun,
  stoppedRun,
} from '../support/fault-injection/sync-under-faults.ts';
import { type OwnRuntime, startOwnRuntime } from '../support/runtime/own-runtime.ts';

const withinMs = 2_700_000;
const size = byRunLength({
  long: { records: 20_000, batchSize: 200, kills: 20 },
  short: { records: 400, batchSize: 20, kills: 3 },
});
const { records, kills } = size;

let runtime: OwnRuntime;
let sink: Sink;
let faultRun: SyncFaultRun;

beforeAll(async () => {
  [runtime, sink] = await Promise.all([
    startOwnRuntime({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } }),
    startSink(),
  ]);
  faultRun = await importUnderFaults(runtime, sink, { ...size, withinMs });
}, 2 * withinMs);
afterAll(() => Promise.all([runtime.stop(), sink.stop()]));

describe('an import under injected faults', () => {
  it('completes with exact counters', () => {
    expect(faultRun.killed).toBe(kills);
    expect(faultRun.run).toMatchObject({
      ...{ status: 'completed', createdCount: records, updatedCount: 0, skippedCount: 0, failedCount: 0 },
      progressJob: { status: 'completed', processedCount: records, progressPercent: 100 },
    });
  });

  it('leaves every record exactly once', () => {
    expect(faultRun.externalIds).toHaveLength(records);
    expect(new Set(faultRun.externalIds).size).toBe(records);
    expect(faultRun.versions).toEqual([1]);
    expect(faultRun.listed).toBe(records);
  });

  it('ends with one event', () => {
    expect(faultRun.endings).toEqual(['data_sync.run.completed']);
  });
});

describe('two starts at the same instant', () => {
  it('are one run and one refusal', async () => {
    const body = { integrationId: 'sync_http_json', entityType: 'crm.company', direction: 'import' };
    const bothAnswered = Promise.withResolvers<void>();
    // The source is empty: without waiting, the first run could end before the second start.
    sink.respond(async () => {
      await bothAnswered.promise;
      return { status: 200, body: '{"items":[],"nextCursor":null}' };
    });
    const start = () =>
      runtime.request('POST', '/api/data_sync/run', body).then(
        () => 201,
        (error: unknown) => (String(error).includes(': 409 ') ? 409 : String(error)),
      );
    const statuses = await Promise.all([start(), start()]);
    bothAnswered.resolve();
    expect(statuses.toSorted()).toEqual([201, 409]);
    await stoppedRun(runtime, withinMs);
  });
});
