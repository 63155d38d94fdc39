/** Charts of the scale page. */
import { axes, chart, curve, element, label, linear, logarithmic } from '../bench/load/svg.ts';
import { type AccessPattern, formerPatterns, patterns } from './patterns.ts';
import { simulate } from './simulation.ts';

const [width, height] = [760, 340];
const box = { x: 60, y: 40, width: 560, height: 240 };
const style = `text{font:12px sans-serif;fill:#555}.title{font-weight:bold;fill:#222}.grid{stroke:#ddd}
.axis{stroke:#888}polyline{fill:none;stroke-width:2}.before{stroke:#c0392b}.now{stroke:#2471a3}`;

export const scene = { tenants: 100_000, exponent: 0.8 } as const;
const rollingMinutes = 40;
const rates = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
const designs = [
  ['before', 'before', formerPatterns],
  ['now', 'now', patterns],
] as const;

const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

function frame(title: string, parts: readonly string[]): string {
  const drawn = chart(width, height, title, [
    element('style', {}, style),
    element('rect', { width, height, fill: '#fff' }),
    label(box.x, 22, title, { class: 'title' }),
    ...parts,
  ]);
  return `${drawn.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')}\n`;
}

/** Share of units that DynamoDB refuses after all possible splits. */
export function settledShare(design: readonly AccessPattern[], requestsPerSecond: number): number {
  return simulate(design, { ...scene, requestsPerSecond, minutes: rollingMinutes }).at(-1) ?? 0;
}

/** Refused units by request rate, after the splits. */
export function ratesChart(): string {
  const shares = designs.map(([, , design]) => rates.map((rate) => settledShare(design, rate)));
  const x = logarithmic(1_000, 1_000_000, [box.x, box.x + box.width]);
  const y = linear(0, Math.max(0.1, ...shares.flat()), [box.y + box.height, box.y]);
  return frame('Refused units after partitions have split, by requests per second of all tenants', [
    axes(box, { x, y, xText: (value) => value.toLocaleString('en'), yText: percent, xName: 'requests/s' }),
    ...designs.flatMap(([name, kind], index) => {
      const points = (shares[index] ?? []).map((share, at) => [x.at(rates[at] ?? 0), y.at(share)] as const);
      const [, last = box.y] = points.at(-1) ?? [];
      return [curve(points, kind), label(box.x + box.width + 8, last + 4, name)];
    }),
  ]);
}

const minutes = 20;
export const chartedRate = 100_000;

/** Refused units in the minutes after this number of requests starts on a new table. */
export function minutesChart(): string {
  const shares = designs.map(([, , design]) =>
    simulate(design, { ...scene, requestsPerSecond: chartedRate, minutes }),
  );
  const x = linear(0, minutes - 1, [box.x, box.x + box.width]);
  const y = linear(0, 1, [box.y + box.height, box.y]);
  return frame(
    `Refused units while partitions split, at ${chartedRate.toLocaleString('en')} requests per second`,
    [
      axes(box, { x, y, xText: String, yText: percent, xName: 'minutes' }),
      ...designs.flatMap(([name, kind], index) => {
        const points = (shares[index] ?? []).map((share, minute) => [x.at(minute), y.at(share)] as const);
        const [, last = box.y] = points.at(-1) ?? [];
        return [curve(points, kind), label(box.x + box.width + 8, last + (index === 0 ? -4 : 12), name)];
      }),
    ],
  );
}
