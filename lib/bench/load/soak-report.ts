/** The report of a soak test: memory of each process, waiting messages, and response times over time. */
import type { Percentiles } from './histogram.ts';
import { figure, legend, page, remarks, section } from './page.ts';
import { type Judged, judgedText, runtimeName, type Sample, verdictOf } from './soak-verdict.ts';
import { axes, chart, curve, escaped, line, linear, logarithmic, type Scale, timeText } from './svg.ts';
import { floorsOf, judgedFrom, type Point } from './trend.ts';

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

const width = 520;
const height = 230;
const box = { x: 64, y: 14, width: width - 64 - 14, height: 166 };
const bottom = box.y + box.height;

const minutesScale = (seconds: number): Scale => linear(0, seconds / 60, [box.x, box.x + box.width]);
const along = (points: readonly Point[], x: Scale, y: Scale) =>
  points.map(({ atSeconds, value }) => [x.at(atSeconds / 60), y.at(value)] as const);
const axisOf = (x: Scale, y: Scale, yText: (value: number) => string) =>
  axes(box, { x, y, xText: String, yText, xName: 'minutes' });

/** The values with the lowest of each window and, where judged, their trend. */
function judgedChart({ kind, name, points, rule, trend }: Judged, seconds: number): string {
  const values = points.map(({ value }) => value);
  const highest = Math.max(...values);
  // The axis has a minimum span, so that small changes of a large memory look small.
  const span = Math.max(highest - Math.min(...values), kind === 'memory' ? 0.2 * highest : 10);
  const from = kind === 'memory' ? Math.max(0, (highest + Math.min(...values)) / 2 - 0.6 * span) : 0;
  const x = minutesScale(seconds);
  const y = linear(from, from + 1.2 * span, [bottom, box.y]);
  const floors = floorsOf(points, rule.windowSeconds);
  const half = judgedFrom(seconds, rule);
  const judgedFloors = floors.filter(({ atSeconds }) => atSeconds >= half).map(({ value }) => value);
  const middle = judgedFloors.toSorted((a, b) => a - b)[Math.floor(judgedFloors.length / 2)] ?? 0;
  // A steep trend is cut at the chart's edge.
  const at = (when: number) =>
    Math.max(
      from,
      Math.min(from + 1.2 * span, middle + ((trend?.perMinute ?? 0) * (when - (half + seconds) / 2)) / 60),
    );
  return chart(width, height, name, [
    axisOf(x, y, (value) => `${value}${kind === 'memory' ? ' MB' : ''}`),
    curve(along(points, x, y), 'one thin'),
    curve(along(floors, x, y), 'three'),
    trend ? line(x.at(half / 60), y.at(at(half)), x.at(seconds / 60), y.at(at(seconds)), 'trend') : '',
  ]);
}

function latencyChart(samples: readonly Sample[], seconds: number): string {
  const of = (read: (sample: Sample) => number | undefined): Point[] =>
    samples.flatMap((sample) => {
      const value = read(sample);
      return value === undefined ? [] : [{ atSeconds: sample.atSeconds, value }];
    });
  const [p50, p99] = [of(({ p50Ms }) => p50Ms), of(({ p99Ms }) => p99Ms)];
  const most = Math.max(10, ...p99.map(({ value }) => value));
  const x = minutesScale(seconds);
  const y = logarithmic(1, 10 ** Math.ceil(Math.log10(most)), [bottom, box.y]);
  return chart(width, height, 'Latency', [
    axisOf(x, y, timeText),
    curve(along(p50, x, y), 'one'),
    curve(along(p99, x, y), 'three'),
  ]);
}

function countChart(title: string, points: readonly Point[], seconds: number, unit: string): string {
  const x = minutesScale(seconds);
  const y = linear(0, Math.max(...points.map(({ value }) => value), 1) * 1.1, [bottom, box.y]);
  return chart(width, height, title, [
    axisOf(x, y, (value) => `${value}${unit}`),
    curve(along(points, x, y), 'three'),
  ]);
}

const titleOf = ({ name }: Judged): string =>
  name === runtimeName ? `${name}, normalized to a constant number of workers` : name;

/** The whole page. */
export function soakReport(result: SoakResult): string {
  const { minutes, perSecond, samples, judged, latency, due, growth, failed, notes } = result;
  const seconds = samples.at(-1)?.atSeconds ?? 1;
  const verdict = verdictOf(growth);
  const moved = judged.filter(
    ({ kind, points }) => kind === 'memory' || points.some(({ value }) => value > 0),
  );
  const quiet = judged.filter((one) => !moved.includes(one)).map(({ name }) => name);
  const others = samples.flatMap(({ atSeconds, others: share }) =>
    share === undefined ? [] : [{ atSeconds, value: share * 100 }],
  );
  const cards = [
    ...moved.map((one) =>
      section(titleOf(one), escaped(judgedText(one).slice(one.name.length + 2)), judgedChart(one, seconds)),
    ),
    section(
      'Latency',
      legend([
        ['one', 'p50'],
        ['three', 'p99 of every two seconds'],
      ]),
      latencyChart(samples, seconds),
    ),
    section(
      'Worker threads',
      'environments of functions in the runtime',
      countChart(
        'Worker threads',
        samples.map(({ atSeconds, workers }) => ({ atSeconds, value: workers })),
        seconds,
        '',
      ),
    ),
    ...(others.length > 0
      ? [
          section(
            'CPU of other processes',
            'share of the machine used by other programs',
            countChart('CPU of other processes', others, seconds, ' %'),
          ),
        ]
      : []),
  ];
  const rule =
    'The second half is judged, from five minutes on: the lowest value of every 20 seconds, which excludes ' +
    'garbage and batches, and the median slope between all of them (Theil–Sen).';
  return page(
    'Soak',
    `${minutes} minutes of requests to all modules, ${perSecond.toFixed(0)} per second. ${rule}`,
    [
      `<div class="figures">${[
        figure(verdict, 'flat', verdict === 'yes' ? 'good' : 'bad'),
        figure(
          failed.length === 0 ? 'none' : String(failed.length),
          'kinds of failures',
          failed.length === 0 ? 'good' : 'bad',
        ),
        figure(due.toLocaleString('en'), 'requests'),
        figure(timeText(latency.p50), 'p50'),
        figure(timeText(latency.p99), 'p99'),
      ].join('')}</div>`,
      remarks([...growth, ...failed, ...notes]),
      `<p class="faint" style="margin-top:18px">${legend([
        ['one', 'every two seconds'],
        ['three', 'lowest value of 20 seconds'],
        ['trend', 'judged trend'],
      ])}</p>`,
      `<div class="grid-of-charts">${cards.join('\n')}</div>`,
      quiet.length > 0 ? section('Always empty', '', `<p>${escaped(quiet.join(', '))}</p>`) : '',
    ],
  );
}
