/** The worker of the queue `broadcast`: appends events to the feeds of their tenants. */
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import { log } from '../../../kernel/observability/log.ts';
import type { BatchHandler, Received } from '../../../kernel/queues/batch-worker.ts';
import { appendToFeed } from './feed-store.ts';
import { type Frame, toFrame } from './frame.ts';

type Data = Record<string, unknown>;

const parallelTenants = 5;

/** The frames of messages, one per event. Events that are not for browsers or too large have none. */
function framesOf(received: readonly Received<Data>[], isBroadcast: ReadonlySet<string>): Frame[] {
  const byEvent = new Map<string, Frame>();
  for (const { message } of received) {
    if (!isBroadcast.has(message.type)) continue;
    const frame = toFrame(message);
    if (frame !== undefined) byEvent.set(`${frame.organizationId} ${frame.eventId}`, frame);
    else {
      const { id: eventId, type: eventType, tenantId } = message;
      log('warn', 'an event is too large for the event stream', { eventId, eventType, tenantId });
    }
  }
  return [...byEvent.values()];
}

/** Handles batches of events of these types, tenant by tenant. Platform-wide events are not sent to browsers. */
export function broadcast(types: readonly string[]): BatchHandler<Data> {
  const isBroadcast = new Set(types);
  return async (batch, fail) => {
    const byTenant = [...Map.groupBy(batch, ({ message }) => message.tenantId)];
    await forEachParallel(byTenant, parallelTenants, async ([tenantId, received]) => {
      if (tenantId === null) return;
      try {
        const frames = framesOf(received, isBroadcast);
        if (frames.length > 0) await appendToFeed({ tenantId }, frames);
      } catch (error) {
        for (const one of received) fail(one, error);
      }
    });
  };
}
