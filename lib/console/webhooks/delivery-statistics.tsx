import { orThrow, type WebhookStats } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { oneOf, useFilters } from '../forms/filters.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Figures } from '../ui/figures.tsx';
import { Loaded } from '../ui/states.tsx';
import { duration } from '../ui/times.ts';
import { DeliveryCharts } from './delivery-charts.tsx';

const texts = webhookTexts.statistics;

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const hourMs = 3_600_000;
const hoursOf = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const;
type Range = keyof typeof hoursOf;
const ranges: readonly Range[] = ['1h', '24h', '7d', '30d'];

function Numbers({ of }: { of: WebhookStats }) {
  const { successRate, delivered, pending, sending, failed, expired, averageDurationMs, heldBack } = of;
  const { p50DurationMs, p95DurationMs } = of;
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
        { name: texts.p50, value: duration(p50DurationMs) },
        { name: texts.p95, value: duration(p95DurationMs) },
      ]}
    />
  );
}

/** Statistics of the deliveries of a time range, which is part of the address. */
export function DeliveryStatistics({ webhookId }: { webhookId: string }) {
  const { get, set } = useFilters();
  const range = oneOf(ranges, get('range')) ?? '24h';
  const stats = useRead(['deliveries', 'stats', webhookId, range], (api) => {
    const since = new Date(Date.now() - hoursOf[range] * hourMs).toISOString();
    return orThrow(
      api.GET('/api/webhooks/{id}/stats', { params: { path: { id: webhookId }, query: { since } } }),
    );
  });
  return (
    <Card
      title={texts.title}
      actions={ranges.map((one) => (
        <Button
          key={one}
          variant={one === range ? 'plain' : 'quiet'}
          aria-pressed={one === range}
          onClick={() => set({ range: one })}
        >
          {texts.ranges[one]}
        </Button>
      ))}
    >
      <Loaded of={stats}>
        {(counts) => (
          <div className="stack">
            <Numbers of={counts} />
            {!counts.isExact && <p className="muted small">{texts.inexact}</p>}
            <DeliveryCharts of={counts} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
