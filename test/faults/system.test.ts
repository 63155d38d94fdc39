/**
 * All modules at once among dying workers, throttled tables, messages that come twice and out of order, and clocks
 * that differ; and afterwards a reader of the raw table and the bucket, who checks what must hold in every module.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/clients/eventually.ts';
import { type Sink, startSink } from '../support/clients/sink.ts';
import { seededRandom } from '../support/fault-injection/fault-random.ts';
import { byRunLength } from '../support/fault-injection/fault-runs.ts';
import { amidKills } from '../support/fault-injection/killing.ts';
import {
  publishedParts,
  runWorkload,
  sourcePath,
  sourceResponse,
  type Workload,
} from '../support/fault-injection/mixed-workload.ts';
import { faultRunSettings } from '../support/fault-injection/webhooks-under-faults.ts';
import { problemsIn } from '../support/invariants/index.ts';
import { type RawItem, rawTable } from '../support/invariants/table.ts';
import { type OwnRuntime, startOwnRuntime, sweeper } from '../support/runtime/own-runtime.ts';

const rounds = Number(process.env.FAULT_ROUNDS ?? byRunLength({ long: 12, short: 3 }));
const killEveryMs = 350;
const skewMs = 3_000;
const failingShare = 0.2;
/** Generous: a run fails by what it leaves, not by how slow the machine is. */
const withinMs = 1_800_000;
const mendedWithinMs = 300_000;

/** What is there only while something is on its way, or went wrong for good. */
const passing = new Set(['file_work', 'outbox', 'sync_failure']);

interface SinkEvent {
  data: { round: number; part?: number };
}

let runtime: OwnRuntime;
let sink: Sink;
let workload: Workload;
let kills = 0;

async function blow(): Promise<void> {
  const random = seededRandom('system responses');
  sink.respond(({ path }) => {
    if (random() < failingShare) return { status: 503 };
    return path.startsWith(sourcePath) ? sourceResponse : { status: 200 };
  });
  await runtime.control('POST', '/stripe', { duplicate: 2, reorder: true });
  await runtime.addFault({ effect: 'skew', skewMs });
  // Workers that have started already get their wrong clocks with their next start.
  await runtime.control('POST', '/stop-worker', { all: true });
  await runtime.addFault({ effect: 'throttle', service: 'dynamodb', rate: 0.02 });
  await runtime.addFault({ effect: 'error', service: 'sqs', rate: 0.02 });
  await runtime.addFault({ effect: 'error', service: 's3', rate: 0.02 });
  await runtime.addFault({ effect: 'latency', service: 'dynamodb', rate: 0.05, latencyMs: 80 });
  await runtime.addFault({ effect: 'duplicate', rate: 0.15 });
  await runtime.addFault({ effect: 'reorder', rate: 0.2, latencyMs: 400 });
  try {
    kills = await amidKills(runtime, { everyMs: killEveryMs }, async () => {
      workload = await runWorkload(runtime, sink.url, rounds);
    });
  } finally {
    await runtime.clearFaults();
    await runtime.control('POST', '/stripe', { duplicate: 0, reorder: false });
    // With right clocks again.
    await runtime.control('POST', '/stop-worker', { all: true });
  }
}

const isIdle = async (): Promise<boolean> => {
  const [functions, queues] = await Promise.all([runtime.functions(), runtime.queues()]);
  return (
    functions.every(({ workers, queued }) => workers.busy + queued === 0) &&
    queues.every(({ name, visible, inFlight, delayed }) =>
      // No one of ours reads the queue for teams, and dead letters are looked at by themselves.
      name === 'jobs' || name.endsWith('-dlq') ? true : visible + inFlight + delayed === 0,
    )
  );
};

/** Lets the time pass that leases, visibility timeouts and sweeps take, until nothing is left to do. */
async function settle(): Promise<void> {
  await eventually(
    'a system at rest',
    async () => {
      for (const { name, inFlight, deadLetters } of await runtime.queues()) {
        if (name === 'jobs' || name.endsWith('-dlq')) continue;
        if (inFlight > 0) await runtime.release(name);
        if (deadLetters) await runtime.redrive(name);
      }
      if ((await runtime.outbox()).length > 0) {
        await runtime.ageOutbox();
        await runtime.runSchedule(sweeper);
      }
      await sleep(1_000);
      return (await isIdle()) && (await runtime.outbox()).length === 0 ? true : undefined;
    },
    withinMs,
  );
}

/** Runs everything that looks after what was left: sweeps, reconciliations. */
async function sweep(): Promise<void> {
  const { schedules } = await runtime.control<{ schedules: { name: string; functionName?: string }[] }>(
    'GET',
    '/schedules',
  );
  for (const { name, functionName } of schedules)
    if (functionName !== undefined) await runtime.control('POST', '/schedules/run', { name });
}

async function objectSizes(): Promise<Map<string, number>> {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = runtime.access.aws;
  const s3 = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  const sizes = new Map<string, number>();
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: buckets.files, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) sizes.set(Key, Size ?? 0);
    token = page.NextContinuationToken;
  } while (token !== undefined);
  s3.destroy();
  return sizes;
}

beforeAll(async () => {
  [runtime, sink] = await Promise.all([startOwnRuntime({ settings: faultRunSettings }), startSink()]);
  await blow();
  await settle();
}, 2 * withinMs);
afterAll(() => Promise.all([runtime?.stop(), sink?.stop()]));

describe('the whole system under injected faults', () => {
  it('was one: workers died, and clients had to repeat what they asked', () => {
    console.log({ kills, repeated: workload.repeated, succeeded: workload.succeeded });
    expect(kills).toBeGreaterThan(rounds);
    expect(workload.repeated).toBeGreaterThan(rounds);
    expect(Object.keys(workload.succeeded).length).toBeGreaterThan(25);
  });

  it(
    'leaves nothing orphaned, half-written or uncounted in any module',
    async () => {
      // Leases of those that died end in their time; what is found then no one will mend.
      await eventually(
        'a sound table',
        async () => {
          const [items, objects] = [(await runtime.scan()) as RawItem[], await objectSizes()];
          const complaints = problemsIn(rawTable(items, { objects }));
          if (complaints.length === 0) return true;
          await sweep();
          await settle();
          return undefined;
        },
        mendedWithinMs,
      ).catch(() => undefined);
      const items = (await runtime.scan()) as RawItem[];
      expect(items.length).toBeGreaterThan(500);
      const table = rawTable(items, { objects: await objectSizes() });
      expect(problemsIn(table)).toEqual([]);
      // All checks had something to look at, but those of what is gone when all is done.
      expect(table.unseen().filter((entity) => !passing.has(entity))).toEqual([]);
    },
    withinMs,
  );

  it('delivers every event that was published to the webhook, as one message each', async () => {
    const { total: webhooks } = await runtime.request<{ total: number }>('GET', '/api/webhooks');
    const told = new Map<string, Set<string>>();
    for (const { path, headers, body } of sink.requests) {
      const { round, part } = path.startsWith('/faults') ? (JSON.parse(body) as SinkEvent).data : {};
      if (part === undefined) continue;
      const event = `${round} ${part}`;
      told.set(event, (told.get(event) ?? new Set()).add(String(headers['webhook-id'])));
    }
    const published = Array.from({ length: rounds }, (_, round) =>
      publishedParts.map((part) => `${round} ${part}`),
    );
    expect([...told.keys()].toSorted()).toEqual(published.flat().toSorted());
    // A client whose response was lost has created another webhook.
    for (const ids of told.values()) expect(ids.size).toBeLessThanOrEqual(webhooks);
  });
});
