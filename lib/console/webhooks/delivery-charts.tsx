import type { WebhookStats } from '../../../shared/clients/typescript/index.ts';
import { CountChart, DurationChart } from '../charts/lazy-charts.tsx';
import { webhookTexts } from '../texts/webhooks.ts';

const texts = webhookTexts.statistics;

const counts = [
  { name: texts.delivered, tone: 'good' },
  { name: texts.lost, tone: 'bad' },
] as const;

/** The counted deliveries by time, and the durations of their exchanges. */
export function DeliveryCharts({ of }: { of: WebhookStats }) {
  const { points, p50DurationMs, p95DurationMs } = of;
  return (
    <>
      <CountChart
        title={texts.chart}
        series={counts}
        points={points.map(({ at, delivered, failed, expired }) => ({
          at,
          values: [delivered, failed + expired],
        }))}
      />
      {p50DurationMs !== null && (
        <DurationChart
          title={texts.durations}
          series={[
            { name: texts.p50, tone: 'good', total: p50DurationMs },
            { name: texts.p95, tone: 'warn', total: p95DurationMs },
          ]}
          points={points.map((point) => ({
            at: point.at,
            values: [point.p50DurationMs, point.p95DurationMs],
          }))}
        />
      )}
    </>
  );
}
