/** Parts of charts as SVG text; colors are those of the page. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const number = (value: number): string => String(Number(value.toFixed(2)));

type Attributes = Readonly<Record<string, string | number>>;

/** One element; numbers are rounded, texts are escaped. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? number(value) : escaped(value)}"`,
  );
  return `<${name}${written.join('')}>${content}</${name}>`;
}

export const label = (x: number, y: number, content: string, more: Attributes = {}): string =>
  element('text', { x, y, ...more }, escaped(content));

export const line = (x1: number, y1: number, x2: number, y2: number, kind: string): string =>
  element('line', { x1, y1, x2, y2, class: kind });

export const curve = (points: readonly (readonly [x: number, y: number])[], kind: string): string =>
  element('polyline', { points: points.map(([x, y]) => `${number(x)},${number(y)}`).join(' '), class: kind });

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Maps a value to a position, with the ticks of the axis. */
export interface Scale {
  at(value: number): number;
  ticks: readonly number[];
}

/** About five round numbers between two values. */
export function roundTicks(from: number, to: number, wanted = 5): number[] {
  const rough = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step); tick * step <= to * 1.000_001; tick++)
    ticks.push(Number((tick * step).toPrecision(12)));
  return ticks;
}

/** A linear scale from `from` to `to`; equal values get a span of their own. */
export function linear(from: number, to: number, [start, end]: readonly [number, number]): Scale {
  const last = to > from ? to : from + 1;
  return {
    at: (value) => start + ((value - from) / (last - from)) * (end - start),
    ticks: roundTicks(from, last),
  };
}

/** A logarithmic scale; values outside its range are at the edge. */
export function logarithmic(from: number, to: number, [start, end]: readonly [number, number]): Scale {
  const width = Math.log(to / from);
  const ticks: number[] = [];
  for (let power = Math.ceil(Math.log10(from) - 1e-9); 10 ** power <= to * 1.000_001; power++)
    ticks.push(10 ** power);
  return {
    at: (value) => {
      const within = Math.min(to, Math.max(from, value));
      return start + (Math.log(within / from) / width) * (end - start);
    },
    ticks,
  };
}

/** Positions for labels near their targets, at least `gap` apart, none beyond `last`, in the given order. */
export function spread(places: readonly number[], gap: number, last: number): number[] {
  const sorted = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  for (const [index, one] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before) one.place = Math.max(one.place, before.place + gap);
  }
  for (const [index, one] of [...sorted.entries()].reverse()) {
    one.place = Math.min(one.place, (sorted[index + 1]?.place ?? last + gap) - gap);
  }
  return sorted.sort((a, b) => a.index - b.index).map(({ place }) => place);
}

/** `5 ms`, `1.2 s`. */
export function timeText(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(0)} s`;
  if (ms >= 1_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  return `${ms >= 10 ? ms.toFixed(0) : Number(ms.toFixed(1))} ms`;
}

/** Axes of a box: values upwards with grid lines, values along the bottom, and both names. */
export function axes(
  box: Box,
  {
    x,
    y,
    xText,
    yText,
    xName,
  }: {
    x: Scale;
    y: Scale;
    xText: (value: number) => string;
    yText: (value: number) => string;
    xName: string;
  },
): string {
  const bottom = box.y + box.height;
  return [
    ...y.ticks.flatMap((tick) => [
      line(box.x, y.at(tick), box.x + box.width, y.at(tick), 'grid'),
      label(box.x - 8, y.at(tick) + 4, yText(tick), { class: 'tick', 'text-anchor': 'end' }),
    ]),
    line(box.x, bottom, box.x + box.width, bottom, 'axis'),
    ...x.ticks.map((tick) =>
      label(x.at(tick), bottom + 17, xText(tick), { class: 'tick', 'text-anchor': 'middle' }),
    ),
    label(box.x + box.width, bottom + 34, xName, { class: 'tick', 'text-anchor': 'end' }),
  ].join('');
}

/** A chart that scales with the page's width. */
export function chart(width: number, height: number, title: string, parts: readonly string[]): string {
  const content = `<title>${escaped(title)}</title>${parts.join('\n')}`;
  return element('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'chart' }, content);
}
