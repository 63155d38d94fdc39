/** Scheduled jobs that are due in the same minute: delay until their messages arrive, and the cost of a firing. */
import { createLike } from '../bare-table.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { startServer } from '../child.ts';
import { dueQueues, type Firing, fireAll } from '../jobs.ts';
import { sized } from '../size.ts';
import { alternate, median, quantile } from '../statistics.ts';
import type { FireJob } from '../tools/fire.ts';

const jobs = sized(500, 5);
const rounds = sized(3, 1);

interface Rounds {
  ours: Firing[];
  bare: Firing[];
}

/** Both rows measure the same firings. */
let measured: Promise<Rounds> | undefined;

async function firings(context: BenchContext): Promise<Rounds> {
  const [tool, platform] = await Promise.all([context.tools(), context.platform()]);
  const { aws, database } = platform;
  const { queueUrl } = platform.queues();
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey } = aws;
  const job: FireJob = {
    database: { ...database, runs: await createLike(database.url, database.table, `${database.table}-runs`) },
    sqs: { endpoint, region, useQueueUrlAsEndpoint: false },
    queues: { due: queueUrl(dueQueues.bare), target: queueUrl('jobs') },
  };
  const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const caller = await platform.tenantWithRules(0);
  const fire = (side: keyof Rounds) => fireAll(platform, caller, jobs, side);
  await using _bare = await startServer(tool('fire'), { ...credentials, HOME: '/nonexistent' }, job);
  // Until V8 has compiled the code of both sides, a round takes twice as long.
  await fire('bare');
  await fire('ours');
  const { ours, other } = await alternate(rounds, { ours: () => fire('ours'), other: () => fire('bare') });
  return { ours, bare: other };
}

const firingsOf = (context: BenchContext): Promise<Rounds> => {
  measured ??= firings(context);
  return measured;
};

const p99Of = ({ latenciesMs }: Firing): number => quantile(latenciesMs, 0.99);

async function latency(context: BenchContext): Promise<Measurement> {
  const { ours, bare } = await firingsOf(context);
  const line = ({ latenciesMs }: Firing) =>
    `p50 ${quantile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(0)} ms`;
  return {
    ours: median(ours.map(p99Of)),
    other: median(bare.map(p99Of)),
    notes: [
      `median of ${rounds} rounds of ${jobs} jobs: ${ours.map(line).join('; ')}`,
      `bare: ${bare.map(line).join('; ')}`,
    ],
    details: { p99s: ours.map(p99Of) },
  };
}

async function requests(context: BenchContext): Promise<Measurement> {
  const { ours: all } = await firingsOf(context);
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
  {
    name: 'fire-latency-ms',
    unit: 'ms from due to target, p99',
    against: 'a bare poller that stores each run and sends its message',
    bar: 4,
    measure: latency,
  },
  { name: 'fire-requests', unit: 'DynamoDB + SQS requests', bar: 5, measure: requests },
];
