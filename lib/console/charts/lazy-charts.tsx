/** Charts, whose code is loaded on demand. */
import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';
import type { BarChartProps } from './bar-chart.tsx';
import type { LineChartProps } from './line-chart.tsx';

const BarChart = lazy(() => import('./bar-chart.tsx'));
const LineChart = lazy(() => import('./line-chart.tsx'));

/** Counts by time. */
export function CountChart(props: BarChartProps) {
  return (
    <Suspense fallback={<Loading />}>
      <BarChart {...props} />
    </Suspense>
  );
}

/** Durations by time. */
export function DurationChart(props: LineChartProps) {
  return (
    <Suspense fallback={<Loading />}>
      <LineChart {...props} />
    </Suspense>
  );
}
