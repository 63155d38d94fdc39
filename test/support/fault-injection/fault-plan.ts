/** The faults of one seed: which, how often, when; and their injection into a runtime. */
import { setTimeout as sleep } from 'node:timers/promises';
import { functionName } from '../../../lib/aws/names.ts';
import { type Random, randomBetween, seededRandom } from '../../../lib/lab/faults/random.ts';
import type { Fault } from '../../../lib/local/gateway/faults.ts';
import { type OwnRuntime, stage } from '../runtime/own-runtime.ts';

interface Outage {
  service: string;
  /** After the start of the faults. */
  afterMs: number;
  durationMs: number;
}

export interface FaultPlan {
  /** Each with its kind as its id. */
  faults: readonly (Fault & { id: string })[];
  /** A service of which every call fails. */
  outage: Outage;
  /** Kills of busy workers: time between two, and how many, so that a slow machine does not add more. */
  kills: { everyMs: number; maxKills: number };
  /** Share of requests to the receiver of webhooks, and to the source of imports, that fail. */
  failingShare: number;
  /** How often the payment provider sends each message, and whether in reverse order. */
  provider: { duplicate: number; reorder: boolean };
}

/** Workers that take several messages at once: when some of a batch fail, the others must not be repeated or lost. */
const batchWorkers = [
  functionName(stage, 'webhooks', 'dispatch'),
  functionName(stage, 'events', 'publish'),
  functionName(stage, 'scheduler', 'executeJobs'),
];
const maxShare = { ofCalls: 0.04, ofBatches: 0.3, ofWorkerCalls: 0.15, ofReceiver: 0.4 };
/** Of each kind of fault, this share of the seeds has it: some problems only appear without the others. */
const presentShare = 0.75;
const services = ['dynamodb', 'sqs', 's3', 'kms'] as const;
const maxSkewMs = 5_000;

const oneOf = <Value>(random: Random, values: readonly [Value, ...Value[]]): Value =>
  values[randomBetween(random, 0, values.length)] ?? values[0];

/** The plan of a seed, always the same. */
export function planOf(seed: number): FaultPlan {
  const random = seededRandom('fault plan', seed);
  const share = (max: number) => Number((random() * max).toFixed(3));
  const calls = services.flatMap((service): (Fault & { id: string })[] => [
    { id: `throttling of ${service}`, effect: 'throttle', service, rate: share(maxShare.ofCalls) },
    { id: `errors of ${service}`, effect: 'error', service, rate: share(maxShare.ofCalls) },
  ]);
  const worker = batchWorkers[randomBetween(random, 0, batchWorkers.length)] ?? '';
  const slowMs = randomBetween(random, 20, 200);
  const heldMs = randomBetween(random, 100, 600);
  const skewMs = randomBetween(random, 500, maxSkewMs);
  const others: (Fault & { id: string })[] = [
    { id: 'slow calls', effect: 'latency', rate: share(maxShare.ofCalls), latencyMs: slowMs },
    { id: 'batches delivered twice', effect: 'duplicate', rate: share(maxShare.ofBatches) },
    { id: 'batches in another order', effect: 'reorder', rate: share(maxShare.ofBatches), latencyMs: heldMs },
    {
      ...{ id: 'errors inside batches', effect: 'error', service: 'dynamodb' },
      ...{ functionName: worker, rate: share(maxShare.ofWorkerCalls) },
    },
    { id: 'workers with a wrong clock', effect: 'skew', skewMs },
  ];
  const faults = [...calls, ...others].filter(() => random() < presentShare);
  const outage = {
    service: oneOf(random, services),
    afterMs: randomBetween(random, 500, 4_000),
    durationMs: randomBetween(random, 500, 3_000),
  };
  return {
    faults,
    outage,
    kills: { everyMs: randomBetween(random, 250, 900), maxKills: randomBetween(random, 4, 16) },
    failingShare: share(maxShare.ofReceiver),
    provider: { duplicate: randomBetween(random, 1, 4), reorder: random() < 0.5 },
  };
}

/** Numbers by kind of fault. Workers get a wrong clock when they start, and keep it for as long as they live. */
export type Injected = Record<string, number>;

/**
 * Injects the faults of a plan while `work` runs, and removes them. Returns how often each kind was injected. The outage also
 * happens when the work ends before it.
 */
export async function amidFaults(
  runtime: OwnRuntime,
  { faults, outage, provider }: FaultPlan,
  work: () => Promise<void>,
): Promise<Injected> {
  const injected: Injected = {};
  const outageId = `calls during an outage of ${outage.service}`;
  const breakDown = async () => {
    await sleep(outage.afterMs);
    // Faults are tried in their order: with the outage at the end, the others still count as theirs.
    await runtime.addFault({ id: outageId, effect: 'error', service: outage.service });
    await sleep(outage.durationMs);
    injected[outageId] = (await runtime.faultMatches())[outageId] ?? 0;
    await runtime.removeFault(outageId);
  };
  await runtime.control('POST', '/stripe', provider);
  for (const fault of faults) await runtime.addFault(fault);
  try {
    const [outageEnd, workEnd] = await Promise.allSettled([breakDown(), work()]);
    if (workEnd.status === 'rejected') throw workEnd.reason;
    if (outageEnd.status === 'rejected') throw outageEnd.reason;
  } finally {
    Object.assign(injected, await runtime.faultMatches());
    await runtime.clearFaults();
    await runtime.control('DELETE', '/stripe');
  }
  return injected;
}
