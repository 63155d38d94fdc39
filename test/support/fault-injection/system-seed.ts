/**
 * One seed of the whole system: a tenant of its own, a mixed workload of all modules among the faults of the seed's plan, and
 * afterwards what must hold for everything that names the tenant.
 */
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { seededRandom } from '../../../lib/lab/faults/random.ts';
import { type Sink, startSink } from '../clients/sink.ts';
import { problemsIn } from '../invariants/index.ts';
import { type RawTable, rawTable } from '../invariants/table.ts';
import type { OwnRuntime } from '../runtime/own-runtime.ts';
import { amidFaults, type FaultPlan, type Injected, planOf } from './fault-plan.ts';
import { amidKills } from './killing.ts';
import { publishedParts, runWorkload, sourcePath, sourceResponse, type Workload } from './mixed-workload.ts';
import { rawItemsOf } from './raw-items.ts';
import { aSeedTenant, type SeedTenant } from './seed-tenant.ts';

const rounds = 1;

/** What a seed did, and what of it is still to be checked. */
export interface SeedRun {
  seed: number;
  plan: FaultPlan;
  tenant: SeedTenant;
  sink: Sink;
  workload: Workload;
  injected: Injected;
  kills: number;
  endedAtMs: number;
}

/** What was looked at for one seed. */
export interface Checked {
  items: number;
  objects: number;
  /** Deliveries of webhooks. */
  deliveries: number;
}

interface SinkEvent {
  data: { round: number; part?: number };
}

/** The objects in the bucket of files, each with its size in bytes. */
export async function objectSizes({ access }: OwnRuntime, text = ''): Promise<Map<string, number>> {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = access.aws;
  const s3 = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  const sizes = new Map<string, number>();
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: buckets.files, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key, Size } of page.Contents ?? []) if (Key?.includes(text)) sizes.set(Key, Size ?? 0);
    token = page.NextContinuationToken;
  } while (token !== undefined);
  s3.destroy();
  return sizes;
}

/** Runs the workload of a seed among its faults. Throws for a failure that is not transient. */
export async function runSeed(runtime: OwnRuntime, seed: number): Promise<SeedRun> {
  const plan = planOf(seed);
  const [tenant, sink] = await Promise.all([aSeedTenant(runtime, seed), startSink()]);
  const responses = seededRandom('system responses', seed);
  sink.respond(({ path }) => {
    if (responses() < plan.failingShare) return { status: 503 };
    return path.startsWith(sourcePath) ? sourceResponse : { status: 200 };
  });
  const killing = { ...plan.kills, random: seededRandom('kills', seed) };
  let kills = 0;
  let workload: Workload = { succeeded: {}, repeated: 0, intents: [] };
  const injected = await amidFaults(runtime, plan, async () => {
    kills = await amidKills(runtime, killing, async () => {
      workload = await runWorkload(runtime, { tenant, sinkUrl: sink.url, rounds, seed });
    });
  });
  return { seed, plan, tenant, sink, workload, injected, kills, endedAtMs: Date.now() };
}

/** Every event that was published reached each webhook, as one message. */
function problemsOfEvents({ sink }: SeedRun, table: RawTable): string[] {
  // A client whose response was lost has created another webhook.
  const webhooks = table.rows('webhook').length;
  const received = new Map<string, Set<string>>();
  for (const { path, headers, body } of sink.requests) {
    // The worker was killed while it sent the request.
    const isCutOff = headers['content-length'] !== String(Buffer.byteLength(body));
    if (!path.startsWith('/faults') || isCutOff) continue;
    const { round, part } = (JSON.parse(body) as SinkEvent).data;
    // What rules emit has no part.
    if (part === undefined) continue;
    const event = `${round} ${part}`;
    received.set(event, (received.get(event) ?? new Set()).add(String(headers['webhook-id'])));
  }
  const published = Array.from({ length: rounds }, (_, round) =>
    publishedParts.map((part) => `${round} ${part}`),
  ).flat();
  return [
    ...published.filter((event) => !received.has(event)).map((event) => `events: ${event} was not delivered`),
    ...[...received]
      .filter(([event, ids]) => !published.includes(event) || ids.size > webhooks)
      .map(
        ([event, ids]) => `events: ${event} was delivered as ${ids.size} messages to ${webhooks} webhooks`,
      ),
    ...table
      .rows('delivery')
      .filter(({ status }) => status !== 'delivered')
      .map(({ pk, sk, status }) => `events: the delivery ${pk} ${sk} is ${status}`),
  ];
}

/** Every payment was captured once, and every refund that was accepted was made once. */
async function problemsOfPayments(runtime: OwnRuntime, { workload, tenant }: SeedRun): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, refunds } of workload.intents) {
    const stripe = <Body>(path: string) => runtime.stripe<Body>(path, tenant.stripeKey);
    const intent = await stripe<{ amount: number; amount_received: number }>(`/v1/payment_intents/${id}`);
    const { data } = await stripe<{ data: unknown[] }>(`/v1/refunds?payment_intent=${id}`);
    if (intent.amount_received !== intent.amount)
      problems.push(`payments: ${intent.amount_received} of ${intent.amount} of ${id} were captured`);
    if (data.length !== refunds) problems.push(`payments: ${id} has ${data.length} refunds, not ${refunds}`);
  }
  return problems;
}

/** Checks what a seed left. Only for a runtime at rest. */
export async function checkSeed(
  runtime: OwnRuntime,
  run: SeedRun,
): Promise<{ problems: string[]; checked: Checked }> {
  const objects = await objectSizes(runtime, run.tenant.id);
  const table = rawTable(rawItemsOf(runtime, run.tenant.id), { objects });
  const ofPayments = await problemsOfPayments(runtime, run);
  const deliveries = table.rows('delivery').length;
  return {
    problems: [...problemsIn(table), ...problemsOfEvents(run, table), ...ofPayments],
    checked: { items: table.items.length, objects: objects.size, deliveries },
  };
}
