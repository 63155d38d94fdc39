/** Pictures of load, as SVG without anything from elsewhere. */
import { quantile } from '../statistics.ts';
import { histogramOf, type Latencies, type Sample, type Step } from './figures.ts';

const style = `
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px }
  .faint { fill: #6e7781 }
  .bar { fill: #4c8eda } .mark { stroke: #cf222e; stroke-width: 1.5 } .knee { fill: #cf222e }
  .line { fill: none; stroke: #4c8eda; stroke-width: 2 } .other { stroke: #8250df }
  .axis { stroke: #d0d7de }
`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const number = (value: number): string => value.toFixed(1);

function label(x: number, y: number, content: string, more = ''): string {
  return `<text x="${number(x)}" y="${number(y)}"${more && ` ${more}`}>${escaped(content)}</text>`;
}

const line = (x1: number, y1: number, x2: number, y2: number, kind: string): string =>
  `<line x1="${number(x1)}" y1="${number(y1)}" x2="${number(x2)}" y2="${number(y2)}" class="${kind}"/>`;

function document(width: number, height: number, parts: readonly string[]): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">`,
    `<style>${style}</style><rect width="100%" height="100%" fill="#fff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Values over places from 0 to 1, as one line; the highest value is at the top of the box. */
function curve(points: readonly (readonly [at: number, value: number])[], box: Box, kind = ''): string {
  const most = Math.max(...points.map(([, value]) => value), 1e-9);
  const path = points.map(([at, value]) => {
    return `${number(box.x + at * box.width)},${number(box.y + box.height - (value / most) * box.height)}`;
  });
  return `<polyline points="${path.join(' ')}" class="line${kind && ` ${kind}`}"/>`;
}

const margin = 24;
const rowHeight = 92;
const histogramBox = { x: 300, width: 560, height: 56 };
const curveHeight = 150;
const wide = 900;

/** Where a latency lies in a histogram, 0 to 1, on its logarithmic axis. */
const placeOf = (ms: number): number => Math.min(1, Math.max(0, Math.log(ms / 0.5) / Math.log(10_000 / 0.5)));

function histogram({ name, elapsedMs }: Latencies, cost: string | undefined, y: number): string[] {
  const box = { ...histogramBox, y };
  const buckets = histogramOf(elapsedMs);
  const most = Math.max(...buckets.map(({ count }) => count), 1);
  const step = box.width / buckets.length;
  const bars = buckets.flatMap(({ count }, index) => {
    if (count === 0) return [];
    const height = Math.max(1, (count / most) * box.height);
    const at = `x="${number(box.x + index * step)}" y="${number(y + box.height - height)}"`;
    return [`<rect ${at} width="${number(step - 1)}" height="${number(height)}" class="bar"/>`];
  });
  const marks = ([0.5, 0.95, 0.99] as const).flatMap((share) => {
    const ms = quantile(elapsedMs, share);
    const x = box.x + placeOf(ms) * box.width;
    return [
      line(x, y, x, y + box.height, 'mark'),
      label(x + 2, y + 10, `p${share * 100} ${number(ms)} ms`, 'font-size="9"'),
    ];
  });
  return [
    label(margin, y + 20, name),
    label(
      margin,
      y + 38,
      `${elapsedMs.length} answers${cost === undefined ? '' : `, ${cost}`}`,
      'class="faint"',
    ),
    ...bars,
    line(box.x, y + box.height, box.x + box.width, y + box.height, 'axis'),
    ...marks,
    ...[1, 10, 100, 1_000, 10_000].map((ms) =>
      label(box.x + placeOf(ms) * box.width, y + box.height + 14, `${ms} ms`, 'class="faint" font-size="10"'),
    ),
  ];
}

/** Throughput and latency by load with the knee, and a histogram of each endpoint there. Costs by endpoint. */
export function loadPicture(
  steps: readonly Step[],
  knee: Step,
  costs: Readonly<Record<string, string>>,
): string {
  const box = { x: 60, y: 60, width: wide - 120, height: curveHeight };
  const at = (index: number) => (steps.length === 1 ? 0 : index / (steps.length - 1));
  const kneeX = box.x + at(steps.indexOf(knee)) * box.width;
  const top = [
    label(margin, 28, 'Throughput (blue) and p95 latency (violet) by clients at a time', 'class="title"'),
    curve(
      steps.map(({ perSecond }, index) => [at(index), perSecond] as const),
      box,
    ),
    curve(
      steps.map(({ p95Ms }, index) => [at(index), p95Ms] as const),
      box,
      'other',
    ),
    line(box.x, box.y + box.height, box.x + box.width, box.y + box.height, 'axis'),
    line(kneeX, box.y - 8, kneeX, box.y + box.height, 'mark'),
    label(
      kneeX + 4,
      box.y - 10,
      `knee: ${knee.concurrency} clients, ${knee.perSecond.toFixed(0)} requests/s`,
      'class="knee"',
    ),
    ...steps.flatMap(({ concurrency, perSecond, p95Ms }, index) => [
      label(box.x + at(index) * box.width - 6, box.y + box.height + 16, String(concurrency)),
      label(
        box.x + at(index) * box.width - 20,
        box.y + box.height + 32,
        `${perSecond.toFixed(0)}/s ${p95Ms.toFixed(0)} ms`,
        'class="faint" font-size="10"',
      ),
    ]),
  ];
  const start = box.y + box.height + 80;
  const rows = knee.endpoints.flatMap((one, index) =>
    histogram(one, costs[one.name], start + 20 + index * rowHeight),
  );
  const title = label(margin, start, `Latencies at the knee, ${knee.concurrency} clients`, 'class="title"');
  return document(wide, start + 20 + knee.endpoints.length * rowHeight + margin, [...top, title, ...rows]);
}

/** Memory and what waits, over the time of a soak. */
export function soakPicture(samples: readonly Sample[], problems: readonly string[]): string {
  const last = samples.at(-1)?.atSeconds ?? 1;
  const series: [string, (sample: Sample) => number, string][] = [
    ...Object.keys(samples[0]?.memoryMb ?? {}).map((what): [string, (sample: Sample) => number, string] => [
      `memory of the ${what}`,
      ({ memoryMb }) => memoryMb[what] ?? 0,
      'MB',
    ]),
    ['messages that wait', ({ waiting }) => waiting, ''],
    ['requests so far', ({ requests }) => requests, ''],
  ];
  const parts = series.flatMap(([name, read, unit], index) => {
    const box = { x: 60, y: 70 + index * (curveHeight + 60), width: wide - 120, height: curveHeight };
    const values = samples.map(read);
    const range = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} ${unit}`.trim();
    return [
      label(box.x, box.y - 8, `${name}: ${range}`),
      curve(
        samples.map((sample) => [sample.atSeconds / last, read(sample)] as const),
        box,
      ),
      line(box.x, box.y + box.height, box.x + box.width, box.y + box.height, 'axis'),
      label(
        box.x + box.width - 40,
        box.y + box.height + 16,
        `${(last / 60).toFixed(0)} min`,
        'class="faint"',
      ),
    ];
  });
  const verdict = problems.length === 0 ? 'flat memory, no growing queue' : problems.join(' ');
  const height = 70 + series.length * (curveHeight + 60);
  return document(wide, height, [label(margin, 30, `Soak: ${verdict}`, 'class="title"'), ...parts]);
}
