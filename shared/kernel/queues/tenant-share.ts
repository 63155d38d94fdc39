/**
 * The share of a worker that one tenant may use at a time. Fair queues decide which message is next when an invocation
 * ends; long work must leave capacity before, or other tenants wait until it ends. A message beyond the share returns
 * to its queue for some seconds: other tenants' messages, and later ones of the same tenant, are received meanwhile.
 */
import { log } from '../observability/log.ts';
import { tenantShareKey } from '../table/keys.ts';
import { type Slots, takeSlot } from '../table/limiter.ts';
import type { BatchHandler } from './batch-worker.ts';
import type { Message } from './message.ts';
import { sendMessages } from './send.ts';
import type { MessageHandler } from './worker.ts';
import type { Worker } from './worker-spec.ts';

/**
 * How long a message waits for its tenant's share, randomized so that waiting messages do not return together. Doubles
 * each time: messages of a long backlog return as often as those of a short one, and one of many returns soon.
 */
const waitSeconds = { min: 2, max: 10, longest: 60 } as const;
/** Longer than the worker may run: only the slot of a killed worker expires. */
const marginMs = 5_000;

export interface TenantShare {
  queue: string;
  maxPerTenant: number;
  timeoutSeconds: number;
}

/** The share of each tenant in the worker table. Throws for a worker without one. */
export function shareOf({ name, trigger, timeoutSeconds }: Worker): TenantShare {
  if (trigger.kind !== 'queue' || trigger.maxPerTenant === undefined)
    throw new Error(`${name} gives tenants no share`);
  const { queue, maxPerTenant } = trigger;
  return { queue, maxPerTenant, timeoutSeconds };
}

function delayAfter(waits: number): number {
  const { min, max, longest } = waitSeconds;
  const factor = Math.min(2 ** waits, longest / max);
  return factor * (min + Math.random() * (max - min));
}

/** Sends messages of one tenant again that exceeded its share. */
async function postpone(queue: string, messages: readonly Message<object>[]): Promise<void> {
  const eventIds = messages.map(({ id }) => id);
  log('info', 'messages wait for the concurrency limit of their tenant', {
    queue,
    tenantId: messages[0]?.tenantId,
    eventIds,
  });
  await sendMessages(
    queue,
    messages.map(({ waits = 0, ...message }) => ({
      message: { ...message, waits: waits + 1 },
      delaySeconds: delayAfter(waits),
    })),
  );
}

/** Runs work while holding one of the tenant's slots. Returns false, with nothing done, when all are in use. */
async function workWithin(
  { queue, maxPerTenant, timeoutSeconds }: TenantShare,
  tenantId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const slots: Slots = {
    key: tenantShareKey({ tenantId }, queue),
    entity: 'tenant_share',
    max: maxPerTenant,
  };
  const nowMs = Date.now();
  const slot = await takeSlot(slots, { nowMs, untilMs: nowMs + timeoutSeconds * 1_000 + marginMs });
  if ('freeInSeconds' in slot) return false;
  try {
    await work();
  } finally {
    // An unreleased slot becomes free when the worker must have ended.
    await slot.release();
  }
  return true;
}

/**
 * Handles messages within their tenant's share: two more requests for each. Messages with `isReminder` are dropped
 * when the share is used up, because they are sent again anyway.
 */
export function withinShare<Data extends object>(
  share: TenantShare,
  handle: MessageHandler<Data>,
  isReminder: (message: Message<Data>) => boolean = () => false,
): MessageHandler<Data> {
  return async (message, delivery) => {
    const { tenantId } = message;
    if (tenantId === null) return handle(message, delivery);
    const isDone = await workWithin(share, tenantId, () => handle(message, delivery));
    if (!isDone && !isReminder(message)) await postpone(share.queue, [message]);
  };
}

/** A batch with this number of messages of one tenant shows that the tenant has a backlog. */
const backlogMessages = 5;

/**
 * Handles batches within the share of the tenant that most of their messages belong to. The share counts invocations,
 * and only batches that show a backlog; others need no further request.
 */
export function batchWithinShare<Data extends object>(
  share: TenantShare,
  handle: BatchHandler<Data>,
): BatchHandler<Data> {
  return async (batch, fail) => {
    const byTenant = Map.groupBy(batch, ({ message }) => message.tenantId);
    const [most] = [...byTenant].toSorted(([, left], [, right]) => right.length - left.length);
    const [tenantId = null, own = []] = most ?? [];
    if (tenantId === null || own.length < backlogMessages) return handle(batch, fail);
    if (await workWithin(share, tenantId, () => handle(batch, fail))) return;
    const others = batch.filter(({ message }) => message.tenantId !== tenantId);
    if (others.length > 0) await handle(others, fail);
    await postpone(
      share.queue,
      own.map(({ message }) => message),
    );
  };
}
