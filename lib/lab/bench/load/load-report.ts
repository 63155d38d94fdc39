/**
 * The report of a load: latencies and throughput by rate with the saturation point, and each endpoint with its costs.
 */
import type { EndpointCost } from '../endpoint-cost.ts';
import { percentileNames, percentilesOf } from '../statistics.ts';
import { type Chart, type Page, type Series, timeText } from './page.ts';
import { maxP90Factor, minCompletedShare, type SaturationPoint, type Step } from './saturation.ts';

export interface LoadResult {
  steps: readonly Step[];
  saturation: SaturationPoint | undefined;
  costs: Readonly<Record<string, EndpointCost>>;
  remarks: readonly string[];
}

const rate = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

export const stepHeader = [
  'due/s',
  'completed/s',
  ...percentileNames,
  'failed',
  'abandoned',
  'CPU',
  'others’ CPU',
];

export function stepRow(step: Step): string[] {
  const { offeredPerSecond, completedPerSecond, latency, failures, pendingAtEnd, machine } = step;
  return [
    rate(offeredPerSecond),
    rate(completedPerSecond),
    ...percentileNames.map((name) => timeText(latency[name])),
    String(Object.values(failures).reduce((sum, count) => sum + count, 0)),
    String(pendingAtEnd),
    machine ? percent(machine.ours) : '–',
    machine ? percent(machine.others + machine.stolen) : '–',
  ];
}

export const endpointHeader = [
  'endpoint',
  'responses',
  ...percentileNames,
  'USD per million',
  'read units',
  'write units',
];

/** Responses and costs of a step's endpoints, slowest first; those without a response are last. */
export function endpointRows({ latenciesMs }: Step, costs: LoadResult['costs']): string[][] {
  return Object.entries(costs)
    .map(([name, cost]) => ({ name, cost, all: latenciesMs[name] ?? [] }))
    .map((one) => ({ ...one, percentiles: one.all.length === 0 ? undefined : percentilesOf(one.all) }))
    .toSorted((a, b) => (b.percentiles?.p50 ?? 0) - (a.percentiles?.p50 ?? 0))
    .map(({ name, cost: { total, readUnits, writeUnits }, all, percentiles }) => [
      name,
      String(all.length),
      ...percentileNames.map((share) => (percentiles ? timeText(percentiles[share]) : '–')),
      ...[total.toFixed(2), String(readUnits), String(writeUnits)],
    ]);
}

type Charted = Pick<Chart, 'title' | 'yName' | 'series'> & Partial<Chart>;

/** A chart of values by rate, with the saturation point as a mark on the second series. */
function chartByRate({ steps, saturation }: LoadResult, chart: Charted): Chart {
  const label = saturation?.isPassed === false ? 'not yet saturated' : 'saturation point';
  const isMarked = (index: number) => steps[index] === saturation?.step;
  const marked = chart.series[1]?.values.map((value, index) => (isMarked(index) ? value : null)) ?? [];
  return {
    width: 1_030,
    xName: 'requests due per second',
    x: steps.map(({ offeredPerSecond }) => offeredPerSecond),
    ...chart,
    series: [...chart.series, ...(saturation ? [{ label, values: marked, kind: 'mark' } as const] : [])],
  };
}

/** A line for each percentile of the latencies that each step has; steps without latencies leave a gap. */
const percentileLines = (
  steps: readonly Step[],
  latenciesOf: (step: Step) => readonly number[],
): readonly Series[] => {
  const latencies = steps.map((step) => latenciesOf(step));
  const percentiles = latencies.map((all) => (all.length === 0 ? undefined : percentilesOf(all)));
  return percentileNames.map((label) => ({ label, values: percentiles.map((one) => one?.[label] ?? null) }));
};

const latencyAxis = { yName: 'ms', isLogarithmic: true } as const;

function endpointChart(result: LoadResult, name: string): Chart {
  const { total, readUnits, writeUnits } = result.costs[name] ?? {};
  return chartByRate(result, {
    ...{ title: name, width: 490, ...latencyAxis },
    text:
      total === undefined
        ? ''
        : `$${total.toFixed(2)} per million: ${readUnits} read, ${writeUnits} write units`,
    series: percentileLines(result.steps, ({ latenciesMs }) => latenciesMs[name] ?? []),
  });
}

/** The page. Throws without steps. */
export function loadReport(given: LoadResult): Page {
  // Arrivals are random: a step may have fewer than the one before.
  const steps = given.steps.toSorted((a, b) => a.offeredPerSecond - b.offeredPerSecond);
  const result = { ...given, steps };
  const { saturation, costs, remarks } = result;
  const shown = saturation?.step ?? steps[0];
  if (shown === undefined) throw new Error('The report needs at least one step.');
  const at = `${saturation?.isPassed === false ? '≥ ' : ''}${rate(shown.offeredPerSecond)}/s`;
  const everyStep = (value: number) => steps.map(() => value);
  const limit: Series[] = saturation
    ? [{ label: 'limit of p90', values: everyStep(maxP90Factor * saturation.bestP90Ms), kind: 'limit' }]
    : [];
  return {
    title: 'Load',
    text:
      'A mix of requests to all modules on one machine, at rates that do not depend on responses. Latencies count from ' +
      'the time when a request was due. The saturation point is the highest rate at which ' +
      `${percent(minCompletedShare)} of the requests get a response while requests arrive, and p90 is at most ` +
      `${maxP90Factor} times its best value at any rate.`,
    figures: [
      [saturation ? at : 'none', 'saturation point, in requests per second'],
      [timeText(shown.latency.p50), `p50 at ${at}`],
      [timeText(shown.latency.p99), `p99 at ${at}`],
      [
        `${rate(Math.max(...steps.map(({ completedPerSecond }) => completedPerSecond)))}/s`,
        'most responses per second at any rate',
      ],
    ],
    remarks,
    charts: [
      chartByRate(result, {
        ...{ title: 'Latencies', ...latencyAxis },
        series: [...percentileLines(steps, ({ latenciesMs }) => Object.values(latenciesMs).flat()), ...limit],
      }),
      chartByRate(result, {
        ...{ title: 'Throughput', yName: 'requests per second' },
        series: [
          { label: 'due', values: steps.map((step) => step.offeredPerSecond), kind: 'limit' },
          { label: 'completed while requests are due', values: steps.map((step) => step.completedPerSecond) },
        ],
      }),
      ...Object.keys(costs)
        .filter((name) => steps.some(({ latenciesMs }) => latenciesMs[name]?.length))
        .toSorted()
        .map((name) => endpointChart(result, name)),
    ],
    tables: [
      {
        title: `Endpoints at ${at}`,
        text: 'Costs of the request itself by the meter: HTTP API, Lambda and DynamoDB.',
        header: endpointHeader,
        rows: endpointRows(shown, costs),
      },
      {
        title: 'Steps',
        text: 'CPU is a share of the whole machine.',
        header: stepHeader,
        rows: steps.map(stepRow),
      },
    ],
  };
}
