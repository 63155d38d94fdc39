/** Monthly cost of an idle stage, computed from its templates. */
import { idleSweeps, idleUnitsPerMinute } from '../scale/idle.ts';
import { table } from '../scale/markdown.ts';
import { priceList } from './prices.ts';
import { stagePrices as prices } from './stage-prices.ts';

export interface PricedResource {
  type: string;
  properties: Readonly<Record<string, unknown>>;
}

export interface CostLine {
  what: string;
  usd: number;
}

const hoursPerMonth = 730;
const minutesPerMonth = hoursPerMonth * 60;
// Five pollers of a queue that wait 20 s for messages each.
// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
const pollsPerMinute = 15;
const idleRunSeconds = 0.1;
const idleRunMb = 1024;
/** Read units of all scheduled functions without work. */
const idleReadUnitsPerMinute = idleSweeps.reduce((sum, one) => sum + idleUnitsPerMinute(one), 0);
/** Metrics of the ten modules that the canary uses, two each. */
const idleMetrics = 20;
/** Container Insights metrics of a cluster with one service. */
const containerInsightsMetrics = 25;

/** The lines of the bill that cost something. */
export function idleCost(resources: readonly PricedResource[]): CostLine[] {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const count = (type: string): number => ofType(type).length;
  const queues = ofType('AWS::Lambda::EventSourceMapping').filter(
    ({ properties }) => properties.StartingPosition === undefined,
  );
  const runs = ofType('AWS::Scheduler::Schedule').reduce(
    (sum, { properties }) => sum + runsPerMonth(properties),
    0,
  );
  const runUsd =
    priceList.lambdaRequest.usd +
    prices.schedulerRun.usd +
    idleRunSeconds * (idleRunMb / 1024) * priceList.lambdaArmGbSecond.usd;
  const isTraced = ofType('AWS::Lambda::Function').some(
    ({ properties }) => properties.TracingConfig !== undefined,
  );
  const tasks = ofType('AWS::ApplicationAutoScaling::ScalableTarget').reduce(
    (sum, { properties }) => sum + Number(properties.MinCapacity),
    0,
  );
  const [task] = ofType('AWS::ECS::TaskDefinition');
  const taskUsd =
    (Number(task?.properties.Cpu ?? 0) / 1024) * prices.fargateArmVcpuHour.usd +
    (Number(task?.properties.Memory ?? 0) / 1024) * prices.fargateArmGbHour.usd +
    prices.publicAddressHour.usd;
  const dashboards = count('AWS::CloudWatch::Dashboard');
  const lines: CostLine[] = [
    {
      what: 'Lambda polls the queues',
      usd: queues.length * pollsPerMinute * minutesPerMonth * prices.sqsRequest.usd,
    },
    { what: 'Scheduled functions, 0.1 s a run', usd: runs * runUsd },
    {
      what: 'Their reads of the table',
      usd: runs === 0 ? 0 : idleReadUnitsPerMinute * minutesPerMonth * priceList.dynamodbReadUnit.usd,
    },
    { what: 'X-Ray traces of them, at most', usd: isTraced ? runs * prices.traceRecorded.usd : 0 },
    {
      what: 'Keys and secrets',
      usd:
        count('AWS::KMS::Key') * prices.kmsKeyMonth.usd +
        count('AWS::SecretsManager::Secret') * prices.secretMonth.usd,
    },
    {
      what: 'Alarms, by their metrics',
      usd:
        ofType('AWS::CloudWatch::Alarm').reduce((sum, one) => sum + metricsOf(one.properties), 0) *
        prices.alarmMetricMonth.usd,
    },
    { what: 'Dashboard', usd: dashboards * prices.dashboardMonth.usd },
    {
      what: 'Metrics of modules, with the canary set up',
      usd: dashboards === 0 ? 0 : idleMetrics * prices.customMetricMonth.usd,
    },
    {
      what: 'Web ACL and its rules',
      usd: ofType('AWS::WAFv2::WebACL').reduce(
        (sum, { properties }) =>
          sum + prices.webAclMonth.usd + listOf(properties.Rules).length * prices.webAclRuleMonth.usd,
        0,
      ),
    },
    { what: 'Tasks for large uploads, with their addresses', usd: tasks * taskUsd * hoursPerMonth },
    {
      what: 'Their load balancer',
      usd: count('AWS::ElasticLoadBalancingV2::LoadBalancer') * prices.loadBalancerHour.usd * hoursPerMonth,
    },
    {
      what: 'Container Insights of them, about',
      usd:
        ofType('AWS::ECS::Cluster').filter(({ properties }) =>
          JSON.stringify(properties).includes('"enabled"'),
        ).length *
        containerInsightsMetrics *
        prices.customMetricMonth.usd,
    },
    {
      what: 'NAT gateways and their addresses',
      usd:
        (count('AWS::EC2::NatGateway') * prices.natGatewayHour.usd +
          count('AWS::EC2::EIP') * prices.publicAddressHour.usd) *
        hoursPerMonth,
    },
  ];
  return lines.filter(({ usd }) => usd > 0);
}

export function totalUsd(lines: readonly CostLine[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}

/** The page that lib/aws/costs.md links. */
export function costPage(stages: Readonly<Record<string, readonly CostLine[]>>): string {
  return `# What a stage costs

The cost of a month in us-east-1 without use and without free tiers, computed from the templates and the price list
(\`lib/lab/bench/stage-prices.ts\`). Storage, log lines and requests cost extra. "Everything" is \`bin/stages/example.ts\`.
\`npm test -- test/infra/stage-cost -u\` writes this page.

${costTable(stages)}
`;
}

/** A Markdown table with a column for each stage, in the order of the longest bill. */
function costTable(stages: Readonly<Record<string, readonly CostLine[]>>): string {
  const bills = Object.values(stages);
  const [longest = []] = bills.toSorted((one, other) => other.length - one.length);
  const cell = (usd: number | undefined): string => (usd === undefined ? '' : usd.toFixed(2));
  const usdOf = (bill: readonly CostLine[], wanted: string) => bill.find(({ what }) => what === wanted)?.usd;
  return table(
    ['USD a month', ...Object.keys(stages)],
    [
      ...longest.map(({ what }) => [what, ...bills.map((bill) => cell(usdOf(bill, what)))]),
      ['**Together**', ...bills.map((bill) => `**${cell(totalUsd(bill))}**`)],
    ],
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Metrics that an alarm reads: those of its expression, or its only one. */
function metricsOf({ Metrics }: Readonly<Record<string, unknown>>): number {
  if (!Array.isArray(Metrics)) return 1;
  return Metrics.filter((one) => JSON.stringify(one).includes('"MetricStat"')).length;
}

function runsPerMonth({ ScheduleExpression }: Readonly<Record<string, unknown>>): number {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(String(ScheduleExpression)) ?? [];
  if (minutes === undefined) throw new Error(`Not a rate in minutes: ${String(ScheduleExpression)}`);
  return minutesPerMonth / Number(minutes);
}
