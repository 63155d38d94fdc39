/** Scheduled jobs that are due in the same minute: delay until their messages arrive, and the cost of a firing. */
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { type Firing, fireAll } from '../jobs.ts';
import { sized } from '../size.ts';
import { median, quantile } from '../statistics.ts';

const jobs = sized(500, 5);
const rounds = sized(3, 1);

/** Both rows measure the same firings. */
let measured: Promise<Firing[]> | undefined;

async function firings(context: BenchContext): Promise<Firing[]> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(0);
  // Until V8 has compiled the code of the workers, a round takes twice as long.
  await fireAll(platform, caller, jobs);
  const all: Firing[] = [];
  for (let round = 0; round < rounds; round++) all.push(await fireAll(platform, caller, jobs));
  return all;
}

const firingsOf = (context: BenchContext): Promise<Firing[]> => {
  measured ??= firings(context);
  return measured;
};

const p99Of = ({ latenciesMs }: Firing): number => quantile(latenciesMs, 0.99);

async function latency(context: BenchContext): Promise<Measurement> {
  const all = await firingsOf(context);
  const p99s = all.map(p99Of);
  const line = ({ latenciesMs }: Firing) =>
    `p50 ${quantile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(0)} ms`;
  return {
    ours: median(p99s),
    other: null,
    notes: [`median of ${rounds} rounds of ${jobs} jobs: ${all.map(line).join('; ')}`],
    details: { p99s },
  };
}

async function requests(context: BenchContext): Promise<Measurement> {
  const all = await firingsOf(context);
  const counted = ({ calls }: Firing) =>
    Object.entries(calls).filter(([name]) => / (dynamodb|sqs):/.test(name));
  const perFiring = all.map((firing) => counted(firing).reduce((sum, [, count]) => sum + count, 0) / jobs);
  const [first] = all;
  const parts = Object.entries(first?.calls ?? {}).map(
    ([name, count]) => `${name} ${(count / jobs).toFixed(2)}`,
  );
  return { ours: median(perFiring), other: null, notes: [parts.join(', ')] };
}

export const schedulerBenches: readonly Bench[] = [
  { name: 'fire-latency-ms', unit: 'ms from due to target, p99', bar: 2_000, measure: latency },
  { name: 'fire-requests', unit: 'DynamoDB + SQS requests', bar: 5, measure: requests },
];
