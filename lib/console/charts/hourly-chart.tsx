import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';
import type { Point, Series } from './bar-chart.tsx';

const BarChart = lazy(() => import('./bar-chart.tsx'));

/** A chart by hour; its code is loaded on demand. */
export function HourlyChart(props: { title: string; series: readonly Series[]; points: readonly Point[] }) {
  return (
    <Suspense fallback={<Loading />}>
      <BarChart {...props} />
    </Suspense>
  );
}
