/** Hourly delivery counts per organization and per webhook, written when deliveries are recorded. */
import { toJson } from '../../../kernel/base/json.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { type CountsOwner, countInHour, hourlySeries } from '../../../kernel/table/counts.ts';
import type { Subscription } from '../endpoints/webhook-rows.ts';
import type { StoredDelivery } from './delivery.ts';

export const deliveryCounts = ['attempts', 'delivered', 'failed', 'expired'] as const;
/** The counts of a webhook, which include events that its condition excluded. */
export const webhookCounts = [...deliveryCounts, 'heldBack'] as const;
type DeliveryCount = (typeof deliveryCounts)[number];

/** A delivery after an attempt, or one that was decided without an attempt. */
export interface CountedDelivery
  extends Pick<StoredDelivery, 'tenantId' | 'organizationId' | 'webhookId' | 'status'> {
  isAttempt: boolean;
}

/** The counters of a webhook, beside those of its organization. */
export function webhookCountsOwner(tenantId: string, webhookId: string): CountsOwner {
  return { tenantId, organizationId: null, of: { kind: 'WEBHOOK', id: webhookId } };
}

/** The increments by owner of the counters. Pure. */
export function countsByOwner(
  deliveries: readonly CountedDelivery[],
): { owner: CountsOwner; counts: Partial<Record<DeliveryCount, number>> }[] {
  const byOwner = new Map<string, { owner: CountsOwner; counts: Partial<Record<DeliveryCount, number>> }>();
  for (const { tenantId, organizationId, webhookId, status, isAttempt } of deliveries) {
    // A request without a webhook counts only for its organization.
    if (webhookId === null) continue;
    const names = deliveryCounts.filter((name) => (name === 'attempts' ? isAttempt : name === status));
    for (const owner of [{ tenantId, organizationId }, webhookCountsOwner(tenantId, webhookId)]) {
      const key = toJson(owner);
      const entry = byOwner.get(key) ?? { owner, counts: {} };
      for (const name of names) entry.counts[name] = (entry.counts[name] ?? 0) + 1;
      if (names.length > 0) byOwner.set(key, entry);
    }
  }
  return [...byOwner.values()];
}

/** Adds to the counters of an owner. A failure only makes the statistics incomplete. */
async function countFor(
  owner: CountsOwner,
  counts: Readonly<Record<string, number>>,
  atMs: number,
): Promise<void> {
  await countInHour(owner, hourlySeries.deliveries, counts, atMs).catch((error: unknown) =>
    log('error', 'deliveries were not counted', { tenantId: owner.tenantId, error: describeError(error) }),
  );
}

/** Counts deliveries in the current hour: one write unit for each organization and each webhook. */
export async function countDeliveries(deliveries: readonly CountedDelivery[], nowMs: number): Promise<void> {
  await allOf(countsByOwner(deliveries).map(({ owner, counts }) => countFor(owner, counts, nowMs)));
}

/** Counts an event in its hour for each webhook whose condition excluded it: one write unit for each. */
export async function countHeldBack(
  tenantId: string,
  heldBack: readonly Pick<Subscription, 'webhookId'>[],
  atMs: number,
): Promise<void> {
  await allOf(
    heldBack.map(({ webhookId }) => countFor(webhookCountsOwner(tenantId, webhookId), { heldBack: 1 }, atMs)),
  );
}
