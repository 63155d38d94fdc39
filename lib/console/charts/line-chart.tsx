import { useZone } from '../session/use-zone-choice.ts';
import { uiTexts } from '../texts/ui.ts';
import { duration } from '../ui/times.ts';
import { ChartFrame, type Series, xOf, yOf } from './chart-frame.tsx';
import { timeFormatOf } from './scale.ts';

export interface DurationPoint {
  /** Start of its step, ISO 8601. */
  at: string;
  /** Milliseconds per series; null without a value. */
  values: readonly (number | null)[];
}

export interface LineChartProps {
  title: string;
  /** With the value of the whole range. */
  series: readonly (Series & { total: number | null })[];
  points: readonly DurationPoint[];
}

const known = (values: readonly (number | null)[]): number[] => values.flatMap((value) => value ?? []);

/** Durations as lines through the middle of each step. */
export default function LineChart({ title, series, points }: LineChartProps) {
  const timeOf = timeFormatOf(points, useZone());
  const middleOf = (index: number) => xOf(index + 0.5, points.length);
  return (
    <ChartFrame
      title={title}
      legend={series.map(({ total, ...one }) => ({ ...one, figure: duration(total) }))}
      points={points}
      rows={points.filter(({ values }) => known(values).length > 0)}
      max={Math.max(...points.flatMap(({ values }) => known(values)), 1)}
      format={duration}
      inWords={(point) =>
        `${timeOf(point)}: ${series.map(({ name }, index) => `${name} ${duration(point.values[index] ?? null)}`).join(', ')}`
      }
      marks={({ values }, index, max) =>
        series.map(({ name, tone }, part) => {
          const [value, next] = [values[part], points[index + 1]?.values[part]];
          if (value === null || value === undefined) return null;
          const y = yOf(value, max);
          return (
            <g key={name}>
              <circle className={tone} cx={middleOf(index)} cy={y} r="2.5" />
              {next !== null && next !== undefined && (
                <line
                  className={`curve ${tone}`}
                  x1={middleOf(index)}
                  y1={y}
                  x2={middleOf(index + 1)}
                  y2={yOf(next, max)}
                />
              )}
            </g>
          );
        })
      }
      columns={[
        { title: uiTexts.time, cell: timeOf },
        ...series.map(({ name }, index) => ({
          title: name,
          isNumber: true,
          cell: ({ values }: DurationPoint) => duration(values[index] ?? null),
        })),
      ]}
    />
  );
}
