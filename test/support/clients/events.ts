/** Helpers for tests of events. */
import { randomUUID } from 'node:crypto';
import { toOutgoing } from '../../../shared/kernel/events/entries.ts';
import type { EventMessage } from '../../../shared/kernel/events/envelope.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { watchInserts } from '../runtime/table-stream.ts';

export const eventsPath = '/api/events';

/** The body of a team's own event. */
export function anEvent(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'sales.order.shipped', data: { id: 'SO-1001', carrier: 'DHL' }, ...overrides };
}

/** An id that no other test uses. */
export const anEventId = (): string => `event-${randomUUID()}`;

const isEventOf = ({ entity, tenantId }: Item, tenant: string | null): boolean =>
  entity === 'outbox' && tenantId === tenant;

/** A worker creates notifications from events at its own time, so tests that compare writes ignore them. */
const isNotice = ({ type }: EventMessage): boolean => type.startsWith('notifications.');

/** Starts watching: calling the returned function returns the messages of the tenant's events stored since. */
export async function watchEvents(tenantId: string | null): Promise<() => Promise<EventMessage[]>> {
  const insertsSince = await watchInserts();
  return async () => {
    const items = (await insertsSince()).filter((item) => isEventOf(item, tenantId));
    const messages = items.map((item) => JSON.parse(toOutgoing(item).detail) as EventMessage);
    return messages.filter((message) => !isNotice(message));
  };
}
