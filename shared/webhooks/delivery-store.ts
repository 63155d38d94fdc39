/**
 * The only file that knows how deliveries lie in the table: the delivery itself in its webhook's log, a locator by its
 * id with the attempts beside it, and the payload, once for all deliveries of an event. All of it expires.
 */
import { randomUUID } from 'node:crypto';
import { type DomainEvent, outboxWrite } from '../events/outbox.ts';
import type { Scope, TenantScope } from '../identity/principal.ts';
import { describeError, log } from '../log.ts';
import { type EntriesPage, listEntries } from '../table/entries.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { fromItem, toItem } from '../table/item.ts';
import {
  attemptKey,
  deliveriesPartition,
  deliveryKey,
  deliveryLocatorKey,
  deliveryPartition,
  newestFirstRange,
  payloadKey,
} from '../table/keys.ts';
import { batchGet, type Item, queryAll } from '../table/read.ts';
import { type Condition, notExists, transact, type Write } from '../table/write.ts';
import {
  type DeliveryRef,
  retentionSeconds,
  type Settled,
  type StoredAttempt,
  type StoredDelivery,
} from './delivery.ts';

const entity = 'delivery';
const locatorEntity = 'delivery_locator';
const attemptEntity = 'delivery_attempt';
const payloadEntity = 'delivery_payload';

/** A transaction takes 100 writes; three for each delivery and one for the payload. */
const deliveriesPerTransaction = 33;

export type Locator = DeliveryRef & { webhookName?: string };

export const toStored = (item: Item): StoredDelivery => fromItem<StoredDelivery>(item, entity);

const isExpired = ({ ttl }: Item, nowMs: number): boolean => typeof ttl === 'number' && ttl * 1_000 <= nowMs;

const ttlOf = ({ enqueuedAtMs }: StoredDelivery): number =>
  Math.floor(enqueuedAtMs / 1_000) + retentionSeconds();

/** What browsers and notifications hear of a delivery: its log, never its payload. */
export function deliveryEvent(
  delivery: StoredDelivery,
  action: 'enqueued' | 'succeeded' | 'failed' | 'exhausted',
  nowMs: number,
  more: Record<string, unknown> = {},
): DomainEvent {
  const { id, tenantId, organizationId, webhookId, eventType, messageId, attemptNumber, status } = delivery;
  return {
    id: randomUUID(),
    type: `webhooks.delivery.${action}`,
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version: attemptNumber + 1,
    data: {
      ...{ id, webhookId, eventType, messageId, attemptNumber, status, ...more },
      ...{ tenantId, organizationId },
    },
  };
}

function insertionWrites(delivery: StoredDelivery): Write[] {
  const { id, webhookId, madeAtMs, payloadId, tenantId, organizationId } = delivery;
  const ttl = ttlOf(delivery);
  const locator: Locator = { id, webhookId, madeAtMs, payloadId, tenantId, organizationId };
  return [
    { put: { ...toItem(deliveryKey(delivery, delivery), entity, delivery), ttl }, when: notExists },
    { put: { ...toItem(deliveryLocatorKey(delivery, id), locatorEntity, locator), ttl } },
    outboxWrite(deliveryEvent(delivery, 'enqueued', delivery.enqueuedAtMs)),
  ];
}

/**
 * Stores the deliveries of one event with their payload (JSON text); those that are there already stay as they are.
 * One transaction for 33 webhooks.
 */
export async function insertDeliveries(
  deliveries: readonly StoredDelivery[],
  payload: string,
): Promise<void> {
  for (let start = 0; start < deliveries.length; start += deliveriesPerTransaction) {
    const chunk = deliveries.slice(start, start + deliveriesPerTransaction);
    const [first] = chunk;
    if (first === undefined) return;
    const put = toItem(payloadKey(first, first.payloadId), payloadEntity, { payload });
    const payloadWrite: Write = { put: { ...put, ttl: ttlOf(first) } };
    try {
      await transact([payloadWrite, ...chunk.flatMap(insertionWrites)]);
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      // The event came before, perhaps when other webhooks subscribed: each for itself.
      for (const delivery of chunk) await insertOne(delivery, payloadWrite);
    }
  }
}

async function insertOne(delivery: StoredDelivery, payloadWrite: Write): Promise<void> {
  try {
    await transact([payloadWrite, ...insertionWrites(delivery)]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** A worker's hold on a delivery. Attempts end before it does; later, another worker may take over. */
export interface Lease {
  token: string;
  untilMs: number;
}

/** Nobody made this attempt, and nobody is at it: closes the race of two workers with copies of one message. */
function isClaimable(attempt: number, nowMs: number): Condition {
  return {
    expression:
      'attemptNumber = :made AND (#status = :pending OR (#status = :sending AND leaseUntilMs <= :now))',
    names: { '#status': 'status' },
    values: { ':made': attempt - 1, ':pending': 'pending', ':sending': 'sending', ':now': nowMs },
  };
}

function claimWrite(delivery: StoredDelivery, lease: Lease, nowMs: number): Write {
  return {
    set: deliveryKey(delivery, delivery),
    values: {
      status: 'sending',
      leaseToken: lease.token,
      leaseUntilMs: lease.untilMs,
      nextRetryAtMs: null,
      updatedAtMs: nowMs,
    },
    when: isClaimable(delivery.attemptNumber + 1, nowMs),
  };
}

/**
 * Claims the next attempt of each delivery and answers those that it got; the others are somebody else's, or out of
 * reach just now. One transaction for deliveries that differ; when one of them is somebody else's, one for each. Throws
 * when nothing was claimed because DynamoDB is out of reach.
 */
export async function claim(
  wanted: readonly { delivery: StoredDelivery; lease: Lease }[],
  nowMs: number,
): Promise<Set<string>> {
  const writes = wanted.map(({ delivery, lease }) => claimWrite(delivery, lease, nowMs));
  if (writes.length === 0) return new Set();
  try {
    await transact(writes);
    return new Set(wanted.map(({ delivery }) => delivery.id));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
  const claimed = new Set<string>();
  await Promise.all(
    wanted.map(async ({ delivery, lease }) => {
      try {
        await transact([claimWrite(delivery, lease, nowMs)]);
        claimed.add(delivery.id);
      } catch (error) {
        if (error instanceof ConditionFailedError) return;
        // Its message comes again; those that were claimed must not wait for that.
        log('warn', 'a delivery was not claimed', { deliveryId: delivery.id, error: describeError(error) });
      }
    }),
  );
  return claimed;
}

/** Only who holds the lease may say what became of the attempt. */
const holds = (token: string): Condition => ({
  expression: '#status = :sending AND leaseToken = :token',
  names: { '#status': 'status' },
  values: { ':sending': 'sending', ':token': token },
});

/**
 * Records an attempt with what it decided, and its events. Throws ConditionFailedError when the lease had run out and
 * another worker has taken over.
 */
export async function recordAttempt(
  delivery: StoredDelivery,
  lease: Lease,
  { attempt, changes }: Settled,
  nowMs: number,
): Promise<void> {
  const after = { ...delivery, ...changes };
  const { status, responseStatus, errorMessage, durationMs } = after;
  const willRetry = status === 'pending';
  const facts = { responseStatus, errorMessage, durationMs };
  const events =
    status === 'delivered'
      ? [deliveryEvent(after, 'succeeded', nowMs, facts)]
      : [
          deliveryEvent(after, 'failed', nowMs, { ...facts, willRetry }),
          ...(willRetry ? [] : [deliveryEvent(after, 'exhausted', nowMs, facts)]),
        ];
  await transact([
    {
      set: deliveryKey(delivery, delivery),
      values: changes,
      remove: ['leaseToken', 'leaseUntilMs'],
      when: holds(lease.token),
    },
    {
      put: {
        ...toItem(attemptKey(delivery, delivery.id, attempt.attemptNumber), attemptEntity, attempt),
        ttl: ttlOf(delivery),
      },
    },
    ...events.map(outboxWrite),
  ]);
}

/** Decides a delivery that gets no attempt. Throws ConditionFailedError when somebody makes one. */
export async function giveUp(
  delivery: StoredDelivery,
  { status, errorMessage }: Pick<StoredDelivery, 'status' | 'errorMessage'>,
  nowMs: number,
): Promise<void> {
  const changes = { status, errorMessage, nextRetryAtMs: null, updatedAtMs: nowMs };
  await transact([
    {
      set: deliveryKey(delivery, delivery),
      values: changes,
      when: isClaimable(delivery.attemptNumber + 1, nowMs),
    },
    outboxWrite(
      deliveryEvent({ ...delivery, ...changes }, 'failed', nowMs, { errorMessage, willRetry: false }),
    ),
  ]);
}

/** Notes that the rate limit holds the next attempt back. Throws ConditionFailedError when somebody makes it. */
export async function holdBack(delivery: StoredDelivery, untilMs: number, nowMs: number): Promise<void> {
  await transact([
    {
      set: deliveryKey(delivery, delivery),
      values: { nextRetryAtMs: untilMs, updatedAtMs: nowMs },
      when: isClaimable(delivery.attemptNumber + 1, nowMs),
    },
  ]);
}

/** Makes a decided or waiting delivery wait for one more attempt. Throws ConditionFailedError when it has changed. */
export async function resetDelivery(
  before: StoredDelivery,
  changes: Partial<StoredDelivery> & { recoveryId?: string },
  more: readonly Write[],
): Promise<void> {
  await transact([
    {
      set: deliveryKey(before, before),
      values: changes,
      when: {
        expression: '#status = :status AND attemptNumber = :made',
        names: { '#status': 'status' },
        values: { ':status': before.status, ':made': before.attemptNumber },
      },
    },
    ...more,
  ]);
}

/** Deliveries and payloads that messages name, by id; expired ones are missing. One request per 100 keys. */
export async function findForWork(refs: readonly DeliveryRef[]): Promise<{
  deliveries: Map<string, StoredDelivery>;
  payloads: Map<string, string>;
}> {
  const payloadKeys = new Map(
    refs.map((ref) => [`${ref.tenantId} ${ref.payloadId}`, payloadKey(ref, ref.payloadId)]),
  );
  const items = await batchGet([...refs.map((ref) => deliveryKey(ref, ref)), ...payloadKeys.values()]);
  const payloadAt = new Map(
    items
      .filter((item) => item.entity === payloadEntity)
      .map((item) => [String(item.pk), String(item.payload)]),
  );
  const deliveries = items.filter((item) => item.entity === entity).map(toStored);
  return {
    deliveries: new Map(deliveries.map((delivery) => [delivery.id, delivery])),
    payloads: new Map(
      refs.flatMap((ref) => {
        const payload = payloadAt.get(payloadKey(ref, ref.payloadId).pk);
        return payload === undefined ? [] : [[ref.id, payload]];
      }),
    ),
  };
}

export interface FoundDelivery {
  delivery: StoredDelivery;
  payload: string | null;
  attempts: StoredAttempt[];
}

/** The delivery with this id in a visible organization, with payload and attempts. Two requests. */
export async function findDelivery(
  scope: Pick<Scope, 'tenantId' | 'organizationIds'>,
  id: string,
  nowMs: number,
): Promise<FoundDelivery | undefined> {
  const items = await queryAll({ pk: deliveryPartition(scope, id), consistent: true });
  const located = items.find((item) => item.entity === locatorEntity && !isExpired(item, nowMs));
  if (located === undefined) return undefined;
  const locator = fromItem<Locator>(located, locatorEntity);
  if (!scope.organizationIds.includes(locator.organizationId)) return undefined;
  const { deliveries, payloads } = await findForWork([locator]);
  const delivery = deliveries.get(id);
  if (delivery === undefined) return undefined;
  const attempts = items
    .filter((item) => item.entity === attemptEntity)
    .map((item) => fromItem<StoredAttempt>(item, attemptEntity));
  return { delivery, payload: payloads.get(id) ?? null, attempts };
}

export interface DeliveryQuery {
  page: number;
  pageSize: number;
  fromMs: number;
  toMs: number;
  oldestFirst: boolean;
  matches: (delivery: StoredDelivery) => boolean;
}

/** One page of the logs of these webhooks together. Reads what lies in the time range. */
export async function listDeliveries(
  scope: TenantScope,
  webhookIds: readonly string[],
  { page, pageSize, fromMs, toMs, oldestFirst, matches }: DeliveryQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: StoredDelivery[] }> {
  const partitions = webhookIds.map((webhookId) => deliveriesPartition(scope, webhookId));
  const { items, ...counted } = await listEntries(partitions, {
    page,
    pageSize,
    range: newestFirstRange(fromMs, toMs),
    descending: oldestFirst,
    matches: (item) => matches(toStored(item)),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { items: items.map(toStored), ...counted };
}

/** The log of one webhook between two times, the newest first, from a sort key on; `next` is where to go on. */
export async function pageOfLog(
  scope: TenantScope,
  webhookId: string,
  {
    sinceMs,
    untilMs,
    after,
    limit,
  }: { sinceMs: number; untilMs: number; after?: string | undefined; limit: number },
): Promise<{ deliveries: (StoredDelivery & { recoveryId?: string })[]; next: string | undefined }> {
  const range = newestFirstRange(sinceMs, untilMs);
  const items = await queryAll({
    pk: deliveriesPartition(scope, webhookId),
    skRange: range,
    after,
    limit,
    consistent: true,
  });
  const last = items.length === limit ? items.at(-1) : undefined;
  return { deliveries: items.map(toStored), next: last && String(last.sk) };
}
