/** The report of a soak test: memory of each process, waiting messages, and response times over time. */
import { median, type Percentiles } from '../statistics.ts';
import { type Chart, type Page, type Series, timeText } from './page.ts';
import { type Judged, judgedText, runtimeName, type Sample, verdictOf } from './soak-verdict.ts';
import { floorsOf, judgedFrom } from './trend.ts';

export interface SoakResult {
  minutes: number;
  perSecond: number;
  samples: readonly Sample[];
  judged: readonly Judged[];
  latency: Percentiles;
  due: number;
  growth: readonly string[];
  failed: readonly string[];
  notes: readonly string[];
}

/** A chart over the minutes of the soak. */
const chartOf = (
  points: readonly { atSeconds: number }[],
  chart: Pick<Chart, 'title' | 'yName' | 'series'> & Partial<Chart>,
): Chart => ({
  ...{ width: 490, xName: 'minutes', x: points.map(({ atSeconds }) => atSeconds / 60) },
  ...chart,
});

const unitOf = { memory: 'MB', waiting: 'messages' } as const;

/** The values with the lowest of each window and, where judged, their trend beside the growth that is allowed. */
function judgedChart(judged: Judged): Chart {
  const { kind, name, points, rule, trend } = judged;
  const { windowSeconds } = rule;
  const middleOf = (atSeconds: number) => (Math.floor(atSeconds / windowSeconds) + 0.5) * windowSeconds;
  const floors = new Map(
    floorsOf(points, windowSeconds).map(({ atSeconds, value }) => [atSeconds, value] as const),
  );
  const end = points.at(-1)?.atSeconds ?? 0;
  const start = judgedFrom(end, rule);
  const level = trend && median([...floors].filter(([at]) => at >= start).map(([, value]) => value));
  const growth = (label: string, perMinute: number, zeroSeconds: number, kind?: 'limit'): Series => ({
    ...{ label, ...(kind && { kind }) },
    values: points.map(({ atSeconds }) =>
      level === undefined || atSeconds < start ? null : level + (perMinute * (atSeconds - zeroSeconds)) / 60,
    ),
  });
  const values = points.map(({ value }) => value);
  const highest = Math.max(...values);
  return chartOf(points, {
    title: name === runtimeName ? `${name}, normalized to a constant number of workers` : name,
    text: judgedText(judged).slice(name.length + 2),
    yName: unitOf[kind],
    // Small changes of a large memory look small.
    includes: kind === 'memory' ? [0.8 * highest, highest] : [0, 10],
    series: [
      { label: 'every two seconds', values, kind: 'faint' },
      {
        label: `lowest of ${windowSeconds} seconds`,
        values: points.map(({ atSeconds }) => floors.get(middleOf(atSeconds)) ?? null),
      },
      ...(trend
        ? [
            growth('judged trend', trend.perMinute, (start + end) / 2),
            growth('limit of growth', trend.limitPerMinute, start, 'limit'),
          ]
        : []),
    ],
  });
}

/** The page. */
export function soakReport(result: SoakResult): Page {
  const { minutes, perSecond, samples, judged, latency, due, growth, failed, notes } = result;
  const moved = judged.filter(
    ({ kind, points }) => kind === 'memory' || points.some(({ value }) => value > 0),
  );
  const quiet = judged.filter((one) => !moved.includes(one)).map(({ name }) => name);
  return {
    title: 'Soak',
    text:
      `${minutes} minutes of requests to all modules, ${perSecond.toFixed(0)} per second. The second half is judged, ` +
      'from five minutes on: the lowest value of every 20 seconds, which excludes garbage and batches, and the median ' +
      'slope between all of them (Theil–Sen).',
    figures: [
      [verdictOf(growth), 'flat'],
      [failed.length === 0 ? 'none' : String(failed.length), 'kinds of failures'],
      [due.toLocaleString('en'), 'requests'],
      [timeText(latency.p50), 'p50'],
      [timeText(latency.p99), 'p99'],
    ],
    remarks: [
      ...[...growth, ...failed, ...notes],
      ...(quiet.length > 0 ? [`Always empty: ${quiet.join(', ')}.`] : []),
    ],
    charts: [
      ...moved.map(judgedChart),
      chartOf(samples, {
        ...{ title: 'Latency', text: 'of every two seconds', yName: 'ms', isLogarithmic: true },
        series: [
          { label: 'p50', values: samples.map(({ p50Ms = null }) => p50Ms) },
          { label: 'p99', values: samples.map(({ p99Ms = null }) => p99Ms) },
        ],
      }),
      chartOf(samples, {
        ...{ title: 'Worker threads', text: 'environments of functions in the runtime', yName: 'threads' },
        series: [{ label: 'threads', values: samples.map(({ workers }) => workers) }],
      }),
      chartOf(samples, {
        ...{ title: 'CPU of other processes', yName: '% of the machine' },
        series: [{ label: 'others', values: samples.map(({ others }) => (others ?? 0) * 100) }],
      }),
    ],
    tables: [],
  };
}
