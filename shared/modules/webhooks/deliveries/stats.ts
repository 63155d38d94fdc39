/** Statistics of a webhook, counted from its deliveries, so that they always agree with the log. */

import { allOf } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { recentRangeOf } from '../../../kernel/http/time-range.ts';
import { readHourlyCounts } from '../../../kernel/table/counts.ts';
import type { StoredWebhook } from '../endpoints/webhook.ts';
import { getWebhook } from '../endpoints/webhook-service.ts';
import type { StoredDelivery } from './delivery.ts';
import { listDeliveries } from './delivery-reader.ts';
import { webhookCountsOwner } from './delivery-series.ts';
import type { WebhookStats, WebhookStatsQuery } from './stats-contract.ts';

/** Counts deliveries by status. */
export function countByStatus(
  deliveries: readonly Pick<StoredDelivery, 'status' | 'attemptNumber' | 'durationMs'>[],
): Omit<WebhookStats, 'webhookId' | 'since' | 'until' | 'heldBack' | 'isExact'> {
  const counts = { pending: 0, sending: 0, delivered: 0, failed: 0, expired: 0 };
  let attempts = 0;
  let timed = 0;
  let totalMs = 0;
  for (const { status, attemptNumber, durationMs } of deliveries) {
    counts[status] += 1;
    attempts += attemptNumber;
    if (durationMs === null) continue;
    timed += 1;
    totalMs += durationMs;
  }
  const decided = counts.delivered + counts.failed + counts.expired;
  return {
    total: deliveries.length,
    ...counts,
    attempts,
    successRate: decided === 0 ? null : counts.delivered / decided,
    averageDurationMs: timed === 0 ? null : totalMs / timed,
  };
}

/** Events that the webhook's condition excluded in the hours of the time range. One Query. */
async function countOfHeldBack(
  { tenantId, id }: StoredWebhook,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number> {
  const counts = await readHourlyCounts([webhookCountsOwner(tenantId, id)], fromMs, toMs);
  return counts.reduce((sum, { name, count }) => (name === 'heldBack' ? sum + count : sum), 0);
}

/** Throws NotFoundError, InvalidInputError. */
export async function webhookStats(
  scope: Scope,
  webhookId: string,
  query: WebhookStatsQuery,
  nowMs: number,
): Promise<WebhookStats> {
  const { fromMs, toMs } = recentRangeOf(query, nowMs);
  const range = { fromMs: Math.max(0, fromMs), toMs };
  const { webhook } = await getWebhook(scope, webhookId);
  const page = { page: 1, pageSize: Number.MAX_SAFE_INTEGER, oldestFirst: false, matches: () => true };
  const [{ items, totalIsExact }, heldBack] = await allOf([
    listDeliveries(scope, { webhookIds: [webhookId] }, { ...page, ...range }, nowMs),
    webhook.condition === null ? undefined : countOfHeldBack(webhook, range),
  ]);
  return {
    webhookId,
    since: toIso(fromMs),
    until: toIso(toMs),
    ...countByStatus(items),
    ...(heldBack !== undefined && { heldBack }),
    isExact: totalIsExact,
  };
}
