import { uiTexts } from '../texts/ui.ts';
import { DataTable } from '../ui/table.tsx';
import './bar-chart.css';

type BarTone = 'good' | 'bad' | 'warn';

export interface Series {
  name: string;
  tone: BarTone;
}

export interface Point {
  /** Start of its hour, ISO 8601. */
  at: string;
  /** One number per series, from bottom to top. */
  values: readonly number[];
}

interface BarChartProps {
  title: string;
  series: readonly Series[];
  points: readonly Point[];
}

const width = 720;
const height = 150;
const baseline = height - 20;
const gap = 2;

const hourFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const longFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The rectangles of one hour, stacked from the baseline. */
function stacked(values: readonly number[], max: number): { y: number; height: number }[] {
  let y = baseline;
  return values.map((value) => {
    const bar = (value / max) * (baseline - 8);
    y -= bar;
    return { y, height: bar };
  });
}

/** Counts by hour as stacked bars, with a table for screen readers. */
export default function BarChart({ title, series, points }: BarChartProps) {
  const max = Math.max(1, ...points.map(({ values }) => sum(values)));
  const step = width / Math.max(points.length, 1);
  const labelEvery = Math.ceil(points.length / 6);
  const inWords = ({ at, values }: Point): string =>
    `${longFormat.format(new Date(at))}: ${series.map(({ name }, index) => `${values[index] ?? 0} ${name}`).join(', ')}`;
  return (
    <figure className="chart">
      <figcaption className="row apart small">
        <span className="row">
          {series.map(({ name, tone }, index) => (
            <span key={name} className={`legend ${tone}`}>
              {name} <strong>{sum(points.map(({ values }) => values[index] ?? 0))}</strong>
            </span>
          ))}
        </span>
        <span className="muted">{uiTexts.maxInAnHour(max)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        <line x1="0" x2={width} y1={baseline} y2={baseline} className="axis" />
        {points.map((point, index) => (
          <g key={point.at}>
            <title>{inWords(point)}</title>
            <rect className="hover" x={index * step} y="0" width={step} height={baseline} />
            {stacked(point.values, max).map((bar, part) => (
              <rect
                key={series[part]?.name}
                className={series[part]?.tone}
                x={index * step + gap / 2}
                width={Math.max(step - gap, 1)}
                rx="2"
                {...bar}
              />
            ))}
            {index % labelEvery === 0 && (
              <text x={index * step} y={height - 4}>
                {hourFormat.format(new Date(point.at))}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary className="small muted">{uiTexts.asTable}</summary>
        <DataTable
          caption={title}
          rows={points.filter(({ values }) => sum(values) > 0)}
          keyOf={({ at }) => at}
          columns={[
            { title: uiTexts.hour, cell: ({ at }) => longFormat.format(new Date(at)) },
            ...series.map(({ name }, index) => ({
              title: name,
              isNumber: true,
              cell: ({ values }: Point) => values[index] ?? 0,
            })),
          ]}
        />
      </details>
    </figure>
  );
}
