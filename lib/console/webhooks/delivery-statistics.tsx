import { orThrow, type WebhookStats } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Card } from '../ui/card.tsx';
import { Figures } from '../ui/figures.tsx';
import { Loaded } from '../ui/states.tsx';
import { duration } from '../ui/times.ts';
import { DeliveryChart } from './delivery-chart.tsx';

const texts = webhookTexts.statistics;

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function Numbers({ of }: { of: WebhookStats }) {
  const { successRate, delivered, pending, sending, failed, expired, averageDurationMs, heldBack } = of;
  const lost = failed + expired;
  return (
    <Figures
      of={[
        {
          name: texts.rate,
          value: successRate === null ? '–' : percent.format(successRate),
          tone: lost > 0 ? 'bad' : 'good',
        },
        { name: texts.delivered, value: delivered },
        { name: texts.waiting, value: pending + sending },
        { name: texts.lost, value: lost, ...(lost > 0 && { tone: 'bad' as const }) },
        ...(heldBack === undefined ? [] : [{ name: texts.heldBack, value: heldBack }]),
        { name: texts.duration, value: duration(averageDurationMs) },
      ]}
    />
  );
}

/** Statistics of the deliveries of the last day. */
export function DeliveryStatistics({ webhookId }: { webhookId: string }) {
  const stats = useRead(['deliveries', 'stats', webhookId], (api) =>
    orThrow(api.GET('/api/webhooks/{id}/stats', { params: { path: { id: webhookId } } })),
  );
  return (
    <Card title={texts.title}>
      <div className="stack">
        <Loaded of={stats}>{(counts) => <Numbers of={counts} />}</Loaded>
        <DeliveryChart webhookId={webhookId} />
      </div>
    </Card>
  );
}
