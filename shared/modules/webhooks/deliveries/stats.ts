/** Statistics of a webhook, counted from its deliveries, so that they always agree with the log. */

import type { Scope } from '../../../kernel/auth/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { readHourlyCounts } from '../../../kernel/table/hourly-counts.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import { toIso } from '../../../kernel/text/times.ts';
import type { StoredWebhook } from '../endpoints/webhook.ts';
import { getWebhook } from '../endpoints/webhook-service.ts';
import type { StoredDelivery } from './delivery.ts';
import { listDeliveries } from './delivery-reader.ts';
import { webhookCountsOwner } from './delivery-series.ts';
import type { WebhookStats, WebhookStatsQuery } from './recovery-contract.ts';

const dayMs = 86_400_000;

/** The time range of a request. Throws InvalidInputError if it ends before it begins. */
export function windowOf(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  nowMs: number,
): { sinceMs: number; untilMs: number } {
  const untilMs = until === undefined ? nowMs : Date.parse(until);
  const sinceMs = since === undefined ? untilMs - dayMs : Date.parse(since);
  if (sinceMs > untilMs) throw new InvalidInputError({ until: 'must not be before since' });
  return { sinceMs, untilMs };
}

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
  const { sinceMs, untilMs } = windowOf(query, nowMs);
  const { webhook } = await getWebhook(scope, webhookId);
  const page = { page: 1, pageSize: Number.MAX_SAFE_INTEGER, oldestFirst: false, matches: () => true };
  const range = { fromMs: Math.max(0, sinceMs), toMs: untilMs };
  const [{ items, totalIsExact }, heldBack] = await allOf([
    listDeliveries(scope, { webhookIds: [webhookId] }, { ...page, ...range }, nowMs),
    webhook.condition === null ? undefined : countOfHeldBack(webhook, range),
  ]);
  return {
    webhookId,
    since: toIso(sinceMs),
    until: toIso(untilMs),
    ...countByStatus(items),
    ...(heldBack !== undefined && { heldBack }),
    isExact: totalIsExact,
  };
}
