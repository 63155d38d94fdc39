import type { ReactNode } from 'react';
import { useZone } from '../session/use-zone-choice.ts';
import { uiTexts } from '../texts/ui.ts';
import { type Column, DataTable } from '../ui/table.tsx';
import { labelsOf, ticksUpTo } from './scale.ts';
import './charts.css';

export type ChartTone = 'good' | 'bad' | 'warn';

export interface Series {
  name: string;
  tone: ChartTone;
}

const chartHeight = 170;
const baseline = chartHeight - 22;
const top = 8;
const axisWidth = 52;

/** The height of a value in the chart, from its upper edge. */
export const yOf = (value: number, max: number): number => baseline - (value / max) * (baseline - top);

/** A horizontal position or length: the share of the chart's width that this many of all points have. */
export const xOf = (index: number, points: number): string => `${(index / Math.max(points, 1)) * 100}%`;

interface ChartFrameProps<Point> {
  title: string;
  /** Of each series, with a figure for the whole chart. */
  legend: readonly (Series & { figure: ReactNode })[];
  points: readonly Point[];
  /** The points with values, for the table. */
  rows: readonly Point[];
  /** The largest value. */
  max: number;
  format: (value: number) => string;
  inWords: (point: Point) => string;
  marks: (point: Point, index: number, max: number) => ReactNode;
  columns: readonly Column<Point>[];
}

/**
 * What all charts have: legend, axes, marks at each point, and a table for screen readers. Positions are shares of the width
 * and pixels of the height, so that labels have the same size in every chart.
 */
export function ChartFrame<Point extends { at: string }>(props: ChartFrameProps<Point>) {
  const { title, legend, points, rows, format, inWords, marks, columns } = props;
  const ticks = ticksUpTo(props.max);
  const max = ticks.at(-1) ?? 1;
  const labels = labelsOf(points, useZone());
  return (
    <figure className="chart">
      <figcaption className="row small">
        {legend.map(({ name, tone, figure }) => (
          <span key={name} className={`legend ${tone}`}>
            {name} <strong>{figure}</strong>
          </span>
        ))}
      </figcaption>
      <div className="plot">
        <svg className="values" width={axisWidth} height={chartHeight} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x={axisWidth - 6} y={yOf(tick, max) + 4} textAnchor="end">
              {format(tick)}
            </text>
          ))}
        </svg>
        <svg className="marks" height={chartHeight} role="img" aria-label={title}>
          {ticks.map((tick) => (
            <line key={tick} x1="0" x2="100%" y1={yOf(tick, max)} y2={yOf(tick, max)} className="axis" />
          ))}
          {points.map((point, index) => (
            <g key={point.at}>
              <title>{inWords(point)}</title>
              <rect
                className="hover"
                x={xOf(index, points.length)}
                y="0"
                width={xOf(1, points.length)}
                height={baseline}
              />
              {marks(point, index, max)}
            </g>
          ))}
          {labels.map(({ index, text }) => (
            <text key={index} x={xOf(index, points.length)} y={chartHeight - 5}>
              {text}
            </text>
          ))}
        </svg>
      </div>
      <details>
        <summary className="small muted">{uiTexts.asTable}</summary>
        <DataTable caption={title} rows={rows} keyOf={({ at }) => at} columns={columns} />
      </details>
    </figure>
  );
}
