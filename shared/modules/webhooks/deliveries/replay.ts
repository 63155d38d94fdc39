/**
 * Sends events of the log to a webhook, some per message, oldest first. Ids of deliveries are derived from event and
 * webhook, and each delivery names the replay that has requested its last attempt: a repeated message sends nothing twice.
 */

import { tryEach } from '../../../kernel/base/parallel.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { causeOf, withCause } from '../../../kernel/events/cause.ts';
import { withHops } from '../../../kernel/events/hops.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import { dataOf, type PublishedEvent, pageOfEvents } from '../../events/public.ts';
import { getProgressJob, isEnd, updateManagedJob } from '../../progress/public.ts';
import { matchesAny } from '../endpoints/patterns.ts';
import type { StoredWebhook } from '../endpoints/webhook.ts';
import { findWebhooksAndSwitches } from '../endpoints/webhook-reader.ts';
import { type Subscription, subscriptionOf } from '../endpoints/webhook-rows.ts';
import { deliveryKey } from '../keys.ts';
import { applyConditions } from './condition.ts';
import { blockedReasonOf, payloadOf, retried, type StoredDelivery } from './delivery.ts';
import type { DeliveryStatus } from './delivery-contract.ts';
import { insertDeliveries, resetDelivery, toStored } from './delivery-store.ts';
import { deliveryFor, wouldLoop } from './dispatch.ts';
import {
  type DeliverMessage,
  type ReplayData,
  type ReplayMessage,
  sendNow,
  toDeliverMessage,
} from './messages.ts';

/** Events per message, and entries of the log that are read to find them. */
const pageEvents = 100;
const maxEntries = 2_000;
const parallelAttempts = 10;
/** Attempts of a page; what still cannot be queued is left out. */
const pageTries = 4;

const missed: ReadonlySet<DeliveryStatus> = new Set(['failed', 'expired']);
/** The statuses that replays of all events send again: those without an attempt to come. */
const decided: ReadonlySet<DeliveryStatus> = new Set([...missed, 'delivered']);

/** An event to send, with its delivery as it would be created. */
interface Candidate {
  event: PublishedEvent;
  delivery: StoredDelivery;
}

interface Page {
  selected: PublishedEvent[];
  last: PublishedEvent | undefined;
  next: string | undefined;
}

/** Erased events have no data to send, except those of deletions, whose id is enough. */
const isSendable = ({ type, isErased }: PublishedEvent): boolean => !isErased || type.endsWith('.deleted');

/** The next events of the log that the webhook subscribes to. One Query per hundred entries. */
async function nextEvents(
  { tenantId, organizationId, data }: ReplayMessage,
  patterns: readonly string[],
  maxEvents: number,
): Promise<Page> {
  const { fromMs, toMs, types = ['*'] } = data;
  const selected: PublishedEvent[] = [];
  let [after, last, read]: [string | undefined, PublishedEvent | undefined, number] = [
    data.after,
    undefined,
    0,
  ];
  while (selected.length < maxEvents && read < maxEntries) {
    const limit = maxEvents - selected.length;
    const { events, next } = await pageOfEvents({ tenantId }, { fromMs, toMs, after, limit });
    const ours = events.filter(
      (event) =>
        isSendable(event) &&
        (event.organizationId ?? organizationId) === organizationId &&
        matchesAny(patterns, event.type) &&
        matchesAny(types, event.type),
    );
    selected.push(...ours);
    last = events.at(-1) ?? last;
    read += limit;
    after = next;
    if (next === undefined) break;
  }
  return { selected, last, next: after };
}

/** Whether the condition excludes an event; those whose data was deleted are sent as they were. */
async function isHeldBack(
  event: PublishedEvent,
  { tenantId }: ReplayMessage,
  subscription: Subscription,
  nowMs: number,
): Promise<boolean> {
  if (subscription.conditionText === undefined) return false;
  const data = await dataOf({ tenantId }, event);
  if (data === undefined) return false;
  const body = { type: event.type, timestamp: toIso(event.occurredAtMs), data };
  const { heldBack } = await applyConditions([subscription], body, nowMs);
  return heldBack.length > 0;
}

const causeOfLogged = (tenantId: string, event: PublishedEvent) =>
  causeOf({ ...event, tenantId, version: 1, occurredAt: toIso(event.occurredAtMs) });

/** The message that requests an attempt of a missing delivery, after it was created; undefined for an event that is not sent. */
async function created(
  { event, delivery }: Candidate,
  { tenantId, data: { replayId } }: ReplayMessage,
  subscription: Subscription,
  nowMs: number,
): Promise<DeliverMessage | undefined> {
  const data = await dataOf({ tenantId }, event);
  if (data === undefined) throw new Error('The data of the event was deleted.');
  const { type, occurredAtMs } = event;
  if (wouldLoop({ type, data })) return undefined;
  const occurredAt = toIso(occurredAtMs);
  const { selected } = await applyConditions([subscription], { type, timestamp: occurredAt, data }, nowMs);
  if (selected.length === 0) return undefined;
  await withCause(causeOfLogged(tenantId, event), () =>
    insertDeliveries([{ ...delivery, replayId }], payloadOf({ type, occurredAt, data })),
  );
  return toDeliverMessage(delivery, 1);
}

/** Resets a delivery for one more attempt; undefined if it needs none. Idempotent. */
async function sentAgain(
  delivery: StoredDelivery,
  { data: { replayId, onlyMissing } }: ReplayMessage,
  nowMs: number,
): Promise<DeliverMessage | undefined> {
  const again = toDeliverMessage(delivery, delivery.attemptNumber + 1);
  // The process that reset it may have stopped before it sent the message.
  if (delivery.replayId === replayId) return delivery.status === 'pending' ? again : undefined;
  if (!(onlyMissing ? missed : decided).has(delivery.status)) return undefined;
  try {
    await resetDelivery(delivery, { ...retried(delivery, nowMs), replayId }, []);
    return again;
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}

/** Queues the attempts of a page; events that cannot be queued do not affect the others. */
async function queuePage(
  events: readonly PublishedEvent[],
  message: ReplayMessage,
  subscription: Subscription,
  nowMs: number,
) {
  const { tenantId } = message;
  const candidates = events.map((event): Candidate => {
    const ours = { ...subscription, tenantId };
    const create = () => deliveryFor(event, event.occurredAtMs, ours, nowMs);
    const delivery = withHops(event.hops, () => withCause(causeOfLogged(tenantId, event), create));
    return { event, delivery };
  });
  const items = await batchGet(candidates.map(({ delivery }) => deliveryKey(delivery, delivery)));
  const existing = new Map(items.map((item) => [String(item.id), toStored(item)]));
  const attempts: DeliverMessage[] = [];
  const failures = await tryEach(candidates, parallelAttempts, async (candidate) => {
    const known = existing.get(candidate.delivery.id);
    if (known && (await isHeldBack(candidate.event, message, subscription, nowMs))) return;
    const attempt =
      known === undefined
        ? await created(candidate, message, subscription, nowMs)
        : await sentAgain(known, message, nowMs);
    if (attempt !== undefined) attempts.push(attempt);
  });
  await sendNow(attempts);
  return { queued: attempts.length, failures };
}

/** Percentage of the time range that was read. */
function percentAt({ fromMs, toMs }: ReplayData, last: PublishedEvent | undefined): number {
  if (last === undefined || toMs <= fromMs) return 0;
  return Math.min(99, Math.max(0, Math.floor(((last.occurredAtMs - fromMs) / (toMs - fromMs)) * 100)));
}

/** The active webhook of a replay, or why nothing is sent to it. */
async function targetOf(message: ReplayMessage): Promise<StoredWebhook | { blocked: string }> {
  const { webhookId } = message.data;
  const found = await findWebhooksAndSwitches([{ ...message, webhookId }]);
  const webhook = found.webhook(message, webhookId);
  const blocked = blockedReasonOf(webhook, found.integration(message));
  return webhook === undefined || blocked !== undefined
    ? { blocked: blocked?.errorMessage ?? 'The webhook was deleted' }
    : webhook;
}

/**
 * Sends the next events, and the message for those after them: with a rate limit not before the limit allows them, so that a
 * cancelled replay leaves few waiting deliveries. A page is retried for events that cannot be queued, and finally the
 * replay continues without them.
 */
export async function replayPage(message: ReplayMessage, received: Delivery, nowMs: number): Promise<void> {
  const { tenantId, organizationId, data } = message;
  const { replayId } = data;
  const scope = { tenantId, organizationId, organizationIds: [organizationId] };
  const context = { principal: { subject: 'system:webhooks' }, nowMs };
  const report = (update: Omit<Parameters<typeof updateManagedJob>[1], 'id'>) =>
    updateManagedJob({ scope, context }, { id: replayId, ...update });
  const job = await getProgressJob(scope, replayId, nowMs);
  if (job === undefined || isEnd(job.status)) return;
  const webhook = await targetOf(message);
  const subscription = 'blocked' in webhook ? undefined : subscriptionOf(webhook);
  if ('blocked' in webhook || subscription === undefined) {
    const errorMessage = 'blocked' in webhook ? webhook.blocked : 'Webhook is inactive';
    return void (await report({ status: 'failed', errorMessage }));
  }
  const perMinute = webhook.rateLimitPerMinute;
  const maxEvents = perMinute > 0 ? Math.min(pageEvents, perMinute) : pageEvents;
  const { selected, last, next } = await nextEvents(message, subscription.patterns, maxEvents);
  const { queued, failures } = await queuePage(selected, message, subscription, nowMs);
  for (const { item, error } of failures)
    log('error', 'an event was not replayed', {
      ...{ eventId: item.event.id, tenantId, replayId, error: describeError(error) },
    });
  const [failure] = failures;
  if (failure !== undefined && received.receiveCount < pageTries) throw failure.error;
  const done = { queued: data.queued + queued, skipped: data.skipped + failures.length };
  const resultSummary = { queued: done.queued, skipped: done.skipped };
  if (next === undefined) {
    await report({ status: 'completed', processedCount: done.queued, resultSummary });
    return;
  }
  const { status } = await report({
    status: 'running',
    processedCount: done.queued,
    progressPercent: percentAt(data, last),
    resultSummary,
  });
  // It was cancelled meanwhile.
  if (isEnd(status)) return;
  const delaySeconds = perMinute > 0 ? (queued / perMinute) * 60 : 0;
  const following = { ...message, data: { ...data, ...done, after: next } };
  await sendMessages('webhook-recovery', [{ message: following, delaySeconds }]);
}
