/** Statistics of a webhook, counted from its deliveries, so that they always agree with the log. */

import { allOf } from '../../../kernel/base/parallel.ts';
import { toIso } from '../../../kernel/base/times.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { recentRangeOf, type TimeRange } from '../../../kernel/http/time-range.ts';
import { readHourlyCounts } from '../../../kernel/table/counts.ts';
import type { StoredWebhook } from '../endpoints/webhook.ts';
import { requireWebhook } from '../endpoints/webhook-reader.ts';
import type { StoredDelivery } from './delivery.ts';
import { listDeliveries } from './delivery-reader.ts';
import { webhookCountsOwner } from './delivery-series.ts';
import type { WebhookStats, WebhookStatsPoint, WebhookStatsQuery } from './stats-contract.ts';

/** What statistics read of a delivery. */
type Counted = Pick<StoredDelivery, 'status' | 'attemptNumber' | 'durationMs' | 'madeAtMs'>;

/** The smallest duration that is at least as long as this share of all; null without durations. */
function percentile(durations: readonly number[], share: number): number | null {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

const durationsOf = (deliveries: readonly Pick<Counted, 'durationMs'>[]): number[] =>
  deliveries.flatMap(({ durationMs }) => durationMs ?? []);

const percentilesOf = (durations: readonly number[]) => ({
  p50DurationMs: percentile(durations, 0.5),
  p95DurationMs: percentile(durations, 0.95),
});

/** Counts deliveries by status. */
export function countByStatus(deliveries: readonly Omit<Counted, 'madeAtMs'>[]) {
  const counts = { pending: 0, sending: 0, delivered: 0, failed: 0, expired: 0 };
  let attempts = 0;
  for (const { status, attemptNumber } of deliveries) {
    counts[status] += 1;
    attempts += attemptNumber;
  }
  const durations = durationsOf(deliveries);
  const totalMs = durations.reduce((sum, ms) => sum + ms, 0);
  const decided = counts.delivered + counts.failed + counts.expired;
  return {
    total: deliveries.length,
    ...counts,
    attempts,
    successRate: decided === 0 ? null : counts.delivered / decided,
    averageDurationMs: durations.length === 0 ? null : totalMs / durations.length,
    ...percentilesOf(durations),
  };
}

const daySeconds = 86_400;
/** Lengths of steps: 5 minutes, an hour, 6 hours. Longer ranges have steps of days. */
const stepsSeconds = [300, 3_600, 21_600] as const;
/** A chart shows as many. */
const maxSteps = 48;

/** The length of the steps of a time range. */
export function stepSecondsOf({ fromMs, toMs }: TimeRange): number {
  const seconds = (toMs - fromMs) / 1_000;
  const short = stepsSeconds.find((step) => seconds / step <= maxSteps);
  return short ?? Math.max(1, Math.ceil(seconds / maxSteps / daySeconds)) * daySeconds;
}

/** The deliveries by step, also of steps without any. */
export function pointsOf(
  deliveries: readonly Pick<Counted, 'status' | 'durationMs' | 'madeAtMs'>[],
  { fromMs, toMs }: TimeRange,
): WebhookStatsPoint[] {
  const stepMs = stepSecondsOf({ fromMs, toMs }) * 1_000;
  const stepOf = (atMs: number): number => Math.floor(atMs / stepMs);
  const byStep = Map.groupBy(deliveries, ({ madeAtMs }) => stepOf(madeAtMs));
  const first = stepOf(fromMs);
  return Array.from({ length: stepOf(toMs) - first + 1 }, (_, index) => {
    const own = byStep.get(first + index) ?? [];
    const countOf = (wanted: string) => own.filter(({ status }) => status === wanted).length;
    return {
      at: toIso((first + index) * stepMs),
      total: own.length,
      delivered: countOf('delivered'),
      failed: countOf('failed'),
      expired: countOf('expired'),
      ...percentilesOf(durationsOf(own)),
    };
  });
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
export async function getWebhookStats(
  { scope, context }: Caller,
  { id: webhookId, since, until }: WebhookStatsQuery & Target,
): Promise<WebhookStats> {
  const { nowMs } = context;
  const { fromMs, toMs } = recentRangeOf({ since, until }, nowMs);
  const range = { fromMs: Math.max(0, fromMs), toMs };
  const { webhook } = await requireWebhook(scope, webhookId);
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
    stepSeconds: stepSecondsOf(range),
    points: pointsOf(items, range),
    isExact: totalIsExact,
  };
}
