/** Reports of load and soak: one HTML file with charts by uPlot, without external resources. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Liquid } from 'liquidjs';
import type uPlot from 'uplot';
import { figure } from '../report.ts';

export interface Series {
  label: string;
  /** A value for each x; null leaves a gap. */
  values: readonly (number | null)[];
  /** Faint lines are thin, limits are dashed, and marks are large points. */
  kind?: 'faint' | 'limit' | 'mark';
}

export interface Chart {
  title: string;
  /** Shown below the title. */
  text?: string;
  width: number;
  /** Name and unit of each axis. */
  xName: string;
  yName: string;
  x: readonly number[];
  series: readonly Series[];
  isLogarithmic?: boolean;
  /** The y axis includes these values; by default 0. */
  includes?: readonly [from: number, to: number];
}

export interface Table {
  title: string;
  text: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface Page {
  title: string;
  text: string;
  /** Highlighted figures with their meanings. */
  figures: readonly (readonly [figure: string, meaning: string])[];
  remarks: readonly string[];
  charts: readonly Chart[];
  tables: readonly Table[];
}

const colors = ['#2468b8', '#d4650a', '#1a7f4b', '#c4322b'];
/** How each kind is drawn, instead of as a line of its own color. */
const kinds = {
  faint: { stroke: '#9cc3ee', width: 1 },
  limit: { stroke: '#777', dash: [6, 4], points: { show: false } },
  mark: { stroke: 'black', points: { show: true, size: 14 } },
};

/** The chart in uPlot's form. */
function plotOf({ width, xName, yName, x, series, isLogarithmic, includes = [0, 0] }: Chart) {
  const [from, to] = includes;
  const options: uPlot.Options = {
    width,
    height: 240,
    scales: {
      x: { time: false },
      y: isLogarithmic
        ? { distr: 3 }
        : { range: { min: { soft: from, mode: 1, pad: 0.1 }, max: { soft: to, mode: 1, pad: 0.1 } } },
    },
    axes: [{ label: xName }, { label: yName, size: 70 }],
    series: [
      { label: xName },
      ...series.map(
        ({ label, kind }, index): uPlot.Series => ({
          label,
          stroke: colors[index] ?? 'black',
          width: 2,
          ...(kind && kinds[kind]),
        }),
      ),
    ],
  };
  const columns = [x, ...series.map(({ values }) => values)];
  return { options, data: columns.map((column) => column.map((value) => value && Number(figure(value)))) };
}

/** `5 ms`, `1.2 s`. */
export function timeText(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toPrecision(3))} s` : `${Number(ms.toPrecision(3))} ms`;
}

/** The whole document. */
export function renderPage(page: Page): string {
  const engine = new Liquid({ root: import.meta.dirname, outputEscape: 'escape' });
  const uplot = createRequire(import.meta.url).resolve('uplot/dist/uPlot.iife.min.js');
  return engine.renderFileSync('report.liquid', {
    ...page,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, ${new Date().toUTCString()}`,
    plots: JSON.stringify(page.charts.map(plotOf)).replaceAll('<', '\\u003c'),
    script: readFileSync(uplot, 'utf8'),
    style: readFileSync(join(uplot, '../uPlot.min.css'), 'utf8'),
  });
}
