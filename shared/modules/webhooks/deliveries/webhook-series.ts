/** Hourly counts of one webhook's deliveries. */
import { hourlyWindowOf, shownWindow } from '../../../kernel/http/hourly-window.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { readHourlyCounts, toPoints } from '../../../kernel/table/counts.ts';
import { requireWebhook } from '../endpoints/webhook-reader.ts';
import { webhookCounts, webhookCountsOwner } from './delivery-series.ts';
import type { WebhookSeriesQuery } from './series-contract.ts';

/** A point for every hour of the time range. Throws NotFoundError, InvalidInputError. */
export async function getWebhookSeries(
  { scope, context }: Caller,
  { id: webhookId, ...range }: WebhookSeriesQuery & Target,
) {
  const window = hourlyWindowOf(range, context.nowMs);
  await requireWebhook(scope, webhookId);
  const owner = webhookCountsOwner(scope.tenantId, webhookId);
  const counts = await readHourlyCounts([owner], window.fromMs, window.toMs);
  return { webhookId, ...shownWindow(window), points: toPoints(counts, webhookCounts, window) };
}
