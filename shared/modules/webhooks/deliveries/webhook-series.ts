/** Hourly counts of one webhook's deliveries. */
import type { Scope } from '../../../kernel/base/principal.ts';
import { hourlyWindowOf, shownWindow } from '../../../kernel/http/hourly-window.ts';
import { readHourlyCounts, toPoints } from '../../../kernel/table/counts.ts';
import { getWebhook } from '../endpoints/webhook-service.ts';
import { webhookCounts, webhookCountsOwner } from './delivery-series.ts';
import type { WebhookSeriesQuery } from './series-contract.ts';

/** A point for every hour of the time range. Throws NotFoundError, InvalidInputError. */
export async function webhookSeries(
  scope: Scope,
  webhookId: string,
  query: WebhookSeriesQuery,
  nowMs: number,
) {
  const window = hourlyWindowOf(query, nowMs);
  await getWebhook(scope, webhookId);
  const owner = webhookCountsOwner(scope.tenantId, webhookId);
  const counts = await readHourlyCounts([owner], window.fromMs, window.toMs);
  return { webhookId, ...shownWindow(window), points: toPoints(counts, webhookCounts, window) };
}
