import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { HourlyChart } from '../charts/hourly-chart.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { Loaded } from '../ui/states.tsx';

const texts = webhookTexts.statistics;

const series = [
  { name: texts.delivered, tone: 'good' },
  { name: texts.lost, tone: 'bad' },
] as const;

/** Successful and failed deliveries by hour. */
export function DeliveryChart({ webhookId }: { webhookId: string }) {
  const reading = useRead(['deliveries', 'series', webhookId], (api) =>
    orThrow(api.GET('/api/webhooks/{id}/series', { params: { path: { id: webhookId } } })),
  );
  return (
    <Loaded of={reading}>
      {({ points }) => (
        <HourlyChart
          title={texts.chart}
          series={series}
          points={points.map(({ at, delivered, failed, expired }) => ({
            at,
            values: [delivered, failed + expired],
          }))}
        />
      )}
    </Loaded>
  );
}
