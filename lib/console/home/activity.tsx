import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { CountChart } from '../charts/lazy-charts.tsx';
import { homeTexts } from '../texts/home.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';

const { deliveries: deliveryTexts, runs: runTexts } = homeTexts;

const deliverySeries = [
  { name: deliveryTexts.delivered, tone: 'good' },
  { name: deliveryTexts.lost, tone: 'bad' },
] as const;

const runSeries = [
  { name: runTexts.completed, tone: 'good' },
  { name: runTexts.failed, tone: 'bad' },
] as const;

interface Runs {
  at: string;
  completed: number;
  failed: number;
}

/** Runs of jobs and syncs, by hour. */
function addUp(...all: readonly Runs[][]) {
  return [...Map.groupBy(all.flat(), ({ at }) => at)].map(([at, runs]) => ({
    at,
    values: [
      runs.reduce((sum, { completed }) => sum + completed, 0),
      runs.reduce((sum, { failed }) => sum + failed, 0),
    ],
  }));
}

/** Deliveries and runs of the last day, of the modules that the caller may see. */
export function Activity() {
  const reading = useRead(['activity'], (api) => orThrow(api.GET('/api/overview/activity')));
  return (
    <Loaded of={reading}>
      {({ deliveries, jobRuns, syncRuns }) => (
        <div className="stack">
          {deliveries && (
            <Card title={deliveryTexts.title}>
              <CountChart
                title={deliveryTexts.title}
                series={deliverySeries}
                points={deliveries.map(({ at, delivered, failed, expired }) => ({
                  at,
                  values: [delivered, failed + expired],
                }))}
              />
            </Card>
          )}
          {(jobRuns ?? syncRuns) && (
            <Card title={runTexts.title}>
              <CountChart
                title={runTexts.title}
                series={runSeries}
                points={addUp(jobRuns ?? [], syncRuns ?? [])}
              />
            </Card>
          )}
        </div>
      )}
    </Loaded>
  );
}
