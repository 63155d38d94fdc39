import type { Bench, BenchResult } from './bench.ts';

type Row = readonly [name: string, ours: string, other: string, ratio: string, bar: string, met: string];

const widths = [28, 12, 12, 8, 8, 8] as const;
const header: Row = ['bench', 'ours', 'other', 'ratio', 'bar', 'met'];

/** Formats a number with digits that fit its magnitude. */
export function figure(value: number): string {
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 10 ? 2 : 3;
  return String(Number(value.toFixed(digits)));
}

function line(row: Row, unit: string): string {
  const cells = row.map((cell, index) => {
    const width = widths[index] ?? 0;
    return index === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return `${cells.join(' ')}  ${unit}`.trimEnd();
}

export function tableHeader(): string {
  const titles = line(header, 'unit');
  return `${titles}\n${'-'.repeat(titles.length + 20)}`;
}

/** One line of the table, and one for each note. */
export function tableRow(bench: Bench, result: BenchResult, notes: readonly string[] = []): string {
  const { ours, other, ratio, bar, met, failure } = result;
  const cells: Row = [
    bench.name,
    ours === null ? 'FAILED' : figure(ours),
    other === null ? '-' : figure(other),
    ratio === null ? '-' : ratio.toFixed(2),
    bar === null ? 'report' : `${bench.atLeast ? '>=' : '<='} ${bar}`,
    met === null ? '-' : met ? 'yes' : 'NO',
  ];
  const unit = bench.against === undefined ? bench.unit : `${bench.unit}; other: ${bench.against}`;
  return [
    line(cells, unit),
    ...(failure === undefined ? [] : [`    ${failure}`]),
    ...notes.map((note) => `    ${note}`),
  ].join('\n');
}
