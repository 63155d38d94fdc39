import { useZone } from '../session/use-zone-choice.ts';
import { uiTexts } from '../texts/ui.ts';
import { ChartFrame, type Series, xOf, yOf } from './chart-frame.tsx';
import { timeFormatOf } from './scale.ts';

export interface CountPoint {
  /** Start of its step, ISO 8601. */
  at: string;
  /** One number per series, from bottom to top. */
  values: readonly number[];
}

export interface BarChartProps {
  title: string;
  series: readonly Series[];
  points: readonly CountPoint[];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The upper edge and height of each value, stacked. */
function stacked(values: readonly number[], max: number): { y: number; height: number }[] {
  let below = 0;
  return values.map((value) => {
    const bottom = yOf(below, max);
    below += value;
    const y = yOf(below, max);
    return { y, height: bottom - y };
  });
}

/** Counts as stacked bars. */
export default function BarChart({ title, series, points }: BarChartProps) {
  const timeOf = timeFormatOf(points, useZone());
  return (
    <ChartFrame
      title={title}
      legend={series.map((one, index) => ({
        ...one,
        figure: sum(points.map(({ values }) => values[index] ?? 0)),
      }))}
      points={points}
      rows={points.filter(({ values }) => sum(values) > 0)}
      max={Math.max(...points.map(({ values }) => sum(values)), 1)}
      format={(value) => value.toLocaleString('en')}
      inWords={(point) =>
        `${timeOf(point)}: ${series.map(({ name }, index) => `${point.values[index] ?? 0} ${name}`).join(', ')}`
      }
      marks={({ values }, index, max) =>
        stacked(values, max).map((bar, part) => (
          <rect
            key={series[part]?.name}
            className={`bar ${series[part]?.tone}`}
            x={xOf(index + 0.1, points.length)}
            width={xOf(0.8, points.length)}
            {...bar}
          />
        ))
      }
      columns={[
        { title: uiTexts.time, cell: timeOf },
        ...series.map(({ name }, index) => ({
          title: name,
          isNumber: true,
          cell: ({ values }: CountPoint) => values[index] ?? 0,
        })),
      ]}
    />
  );
}
