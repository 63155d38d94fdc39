/**
 * The report of a load: latencies and throughput by rate with the saturation point, and each endpoint with its costs.
 */
import type { EndpointCost } from './costs.ts';
import { cellsOf, type Histogram, percentilesOf } from './histogram.ts';
import { figure, legend, page, remarks, section, table } from './page.ts';
import { maxP90Factor, minCompletedShare, type SaturationPoint, type Step } from './saturation.ts';
import {
  axes,
  chart,
  curve,
  element,
  escaped,
  label,
  line,
  linear,
  logarithmic,
  spread,
  timeText,
} from './svg.ts';

const percentileKinds = [
  ['p50', 'one'],
  ['p90', 'two'],
  ['p99', 'three'],
  ['p99.9', 'four'],
] as const;
const slowestMs = 30_000;
const wide = 1_060;
const rate = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

export interface LoadResult {
  steps: readonly Step[];
  saturation: SaturationPoint | undefined;
  costs: Readonly<Record<string, EndpointCost>>;
  notes: readonly string[];
}

/** The mark of the saturation point, with its label on the side with more room. */
function saturationMark(
  saturation: SaturationPoint | undefined,
  x: (value: number) => number,
  top: number,
  bottom: number,
): string[] {
  if (saturation === undefined) return [];
  const at = x(saturation.step.offeredPerSecond);
  const isRight = at > wide * 0.7;
  const side = isRight ? { x: at - 7, anchor: 'end' } : { x: at + 7, anchor: 'start' };
  const words = `${saturation.isPassed ? 'saturation point' : 'not yet saturated'}: ${rate(saturation.step.offeredPerSecond)} requests/s`;
  return [
    line(at, top, at, bottom, 'mark'),
    label(side.x, top + 10, words, { class: 'mark-text', 'text-anchor': side.anchor }),
  ];
}

function latencyChart({ steps, saturation }: LoadResult): string {
  const box = { x: 60, y: 26, width: wide - 60 - 70, height: 300 };
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const most = Math.max(...steps.map(({ offeredPerSecond }) => offeredPerSecond));
  const all = steps.flatMap(({ latency }) => Object.values(latency));
  const [from, to] = [
    10 ** Math.floor(Math.log10(Math.min(...all))),
    10 ** Math.ceil(Math.log10(Math.max(...all))),
  ];
  const x = linear(0, most * 1.02, [box.x, right]);
  const y = logarithmic(from, Math.max(to, from * 10), [bottom, box.y]);
  const last = steps.at(-1);
  const ends = spread(
    percentileKinds.map(([name]) => y.at(last?.latency[name] ?? from) + 4),
    15,
    bottom,
  );
  const limit = saturation && maxP90Factor * saturation.bestP90Ms;
  return chart(wide, 380, 'Latencies by rate', [
    axes(box, { x, y, xText: String, yText: timeText, xName: 'requests due per second' }),
    ...(limit === undefined
      ? []
      : [
          line(box.x, y.at(limit), right, y.at(limit), 'limit'),
          label(box.x + 6, y.at(limit) - 5, `limit of p90: ${timeText(limit)}`, { class: 'tick' }),
        ]),
    ...percentileKinds.flatMap(([name, kind], index) => [
      curve(
        steps.map(({ offeredPerSecond, latency }) => [x.at(offeredPerSecond), y.at(latency[name])] as const),
        kind,
      ),
      ...steps.map(({ offeredPerSecond, latency }) =>
        element(
          'circle',
          { cx: x.at(offeredPerSecond), cy: y.at(latency[name]), r: 4, class: kind },
          `<title>${name} at ${rate(offeredPerSecond)} requests/s: ${timeText(latency[name])}</title>`,
        ),
      ),
      label(right + 8, ends[index] ?? 0, name),
    ]),
    ...saturationMark(saturation, x.at, 8, bottom),
  ]);
}

function throughputChart({ steps, saturation }: LoadResult): string {
  const box = { x: 60, y: 26, width: wide - 60 - 70, height: 150 };
  const bottom = box.y + box.height;
  const most = Math.max(...steps.map(({ offeredPerSecond }) => offeredPerSecond)) * 1.02;
  const x = linear(0, most, [box.x, box.x + box.width]);
  const y = linear(0, most, [bottom, box.y]);
  return chart(wide, 226, 'Responses by rate', [
    axes(box, { x, y, xText: String, yText: String, xName: 'requests due per second' }),
    line(x.at(0), y.at(0), x.at(most), y.at(most), 'ideal'),
    curve(
      steps.map(
        ({ offeredPerSecond, completedPerSecond }) =>
          [x.at(offeredPerSecond), y.at(completedPerSecond)] as const,
      ),
      'three',
    ),
    ...steps.map(({ offeredPerSecond, completedPerSecond }) =>
      element('circle', { cx: x.at(offeredPerSecond), cy: y.at(completedPerSecond), r: 4, class: 'three' }),
    ),
    ...saturationMark(saturation, x.at, 8, bottom),
  ]);
}

const strip = { x: 42, y: 4, width: 330, height: 62 } as const;
const rows = 24;
const [stripFromMs, stripToMs] = [1, slowestMs];

/** The histograms of one endpoint side by side, a column for each step: darker cells have more responses. */
function histograms(name: string, { steps, saturation }: LoadResult): string {
  const width = strip.width / steps.length;
  const y = logarithmic(stripFromMs, stripToMs, [strip.y + strip.height, strip.y]);
  const height = strip.height / rows;
  const columns = steps.map(({ offeredPerSecond, histograms: found }, index) => {
    const histogram: Histogram | undefined = found[name];
    if (histogram === undefined || histogram.count === 0) return '';
    const cells = cellsOf(histogram, { fromMs: stripFromMs, toMs: stripToMs, cells: rows });
    const most = Math.max(...cells);
    const drawn = cells.flatMap((count, row) =>
      count === 0
        ? []
        : element('rect', {
            x: strip.x + index * width + 0.5,
            y: strip.y + strip.height - (row + 1) * height,
            width: width - 1,
            height,
            class: 'heat',
            opacity: 0.12 + 0.88 * Math.sqrt(count / most),
          }),
    );
    const percentileTexts = Object.entries(percentilesOf(histogram)).map(
      ([share, ms]) => `${share} ${timeText(ms)}`,
    );
    const title = `${rate(offeredPerSecond)} requests/s, ${histogram.count} responses: ${percentileTexts.join(', ')}`;
    return `<g><title>${escaped(title)}</title>${drawn.join('')}</g>`;
  });
  const saturationIndex = saturation === undefined ? -1 : steps.indexOf(saturation.step);
  const mark = {
    ...{ x: strip.x + saturationIndex * width, y: strip.y - 2, width, height: strip.height + 4 },
    ...{ fill: 'none', class: 'mark' },
  };
  const size = { width: strip.x + strip.width + 6, height: strip.y + strip.height + 6 };
  return element(
    'svg',
    { ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: 'img' },
    [
      ...[1, 10, 100, 1_000, 10_000].flatMap((ms) => [
        line(strip.x, y.at(ms), strip.x + strip.width, y.at(ms), 'grid'),
        ...(ms === 10 || ms === 1_000
          ? []
          : [label(strip.x - 6, y.at(ms) + 3, timeText(ms), { class: 'small', 'text-anchor': 'end' })]),
      ]),
      ...columns,
      saturationIndex < 0 ? '' : element('rect', mark),
    ].join(''),
  );
}

function endpointTable(result: LoadResult, shown: Step): string {
  const names = Object.keys(result.costs).toSorted();
  const lines = names.map((name) => {
    const histogram = shown.histograms[name];
    const latency = histogram && histogram.count > 0 ? percentilesOf(histogram) : undefined;
    const cost = result.costs[name];
    const used = cost && `${cost.readUnits} read, ${cost.writeUnits} write units`;
    return [
      `<b>${escaped(name)}</b><small>${histogram?.count ?? 0} answers</small>`,
      histograms(name, result),
      ...percentileKinds.map(([share]) => (latency ? timeText(latency[share]) : '–')),
      `<b>${cost ? cost.total.toFixed(2) : '–'}</b><small>${used ?? ''}</small>`,
    ];
  });
  const rates = result.steps.map(({ offeredPerSecond }) => rate(offeredPerSecond));
  const strips = `histograms at ${rates[0]} … ${rates.at(-1)} requests/s, a column each`;
  return table(['endpoint', strips, ...percentileKinds.map(([share]) => share), 'USD per million'], lines);
}

function stepTable({ steps, saturation }: LoadResult): string {
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const lines = steps.map(
    ({ offeredPerSecond, completedPerSecond, latency, failures, pendingAtEnd, machine }) => [
      rate(offeredPerSecond),
      `${rate(completedPerSecond)} (${percent(completedPerSecond / offeredPerSecond)})`,
      ...percentileKinds.map(([share]) => timeText(latency[share])),
      String(Object.values(failures).reduce((sum, count) => sum + count, 0)),
      String(pendingAtEnd),
      machine ? percent(machine.ours) : '–',
      machine ? percent(machine.others + machine.stolen) : '–',
    ],
  );
  const header = [
    'due/s',
    'answered/s',
    'p50',
    'p90',
    'p99',
    'p99.9',
    'failed',
    'abandoned',
    'CPU',
    'CPU of other processes',
  ];
  return table(header, lines, (index) => steps[index] === saturation?.step);
}

/** The whole page. Throws without steps. */
export function loadReport(given: LoadResult): string {
  // Arrivals are random: a step may have fewer than the one before.
  const steps = given.steps.toSorted((a, b) => a.offeredPerSecond - b.offeredPerSecond);
  const result = { ...given, steps };
  const { saturation, notes } = result;
  const shown = saturation?.step ?? steps[0];
  if (shown === undefined) throw new Error('The report needs at least one step.');
  const most = Math.max(...steps.map(({ completedPerSecond }) => completedPerSecond));
  const rule =
    `The saturation point is the highest rate at which ${minCompletedShare * 100} % of the requests get a response while requests ` +
    `arrive, and p90 is at most ${maxP90Factor} times its best value at any rate.`;
  const keys = percentileKinds.map(([name, kind]) => [kind, name] as const);
  const known =
    saturation === undefined
      ? 'none'
      : `${saturation.isPassed ? '' : '≥ '}${rate(saturation.step.offeredPerSecond)}/s`;
  return page(
    'Load',
    'A mix of requests to all modules on one machine, at rates that do not depend on responses. Latencies count ' +
      'from the time when a request was due.',
    [
      `<div class="figures">${[
        figure(known, 'saturation point, in requests per second', 'saturation'),
        figure(timeText(shown.latency.p50), 'p50 there'),
        figure(timeText(shown.latency.p99), 'p99 there'),
        figure(`${rate(most)}/s`, 'most responses per second at any rate'),
      ].join('')}</div>`,
      section(
        'Response times',
        `${escaped(rule)}<br>${legend([...keys, ['dash', 'limit of p90']])}`,
        latencyChart(result),
      ),
      section(
        'Throughput',
        legend([
          ['three', 'responses per second, while requests are due'],
          ['dash', 'everything'],
        ]),
        throughputChart(result),
      ),
      section(
        'Endpoints',
        `Percentiles at ${rate(shown.offeredPerSecond)} requests/s, marked in the histograms; with fewer than 1 000 responses, p99.9 is the ` +
          'slowest one. Costs of the request itself by the meter: HTTP API, Lambda and DynamoDB.',
        endpointTable(result, shown),
      ),
      section('Steps', 'CPU is a share of the whole machine.', stepTable(result)),
      remarks(notes),
    ],
  );
}
