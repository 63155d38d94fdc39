/** What tests of events share. */
import { randomUUID } from 'node:crypto';
import { toOutgoing } from '../../../shared/kernel/events/entries.ts';
import type { EventMessage } from '../../../shared/kernel/events/envelope.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { watchInserts } from '../runtime/table-stream.ts';

export const eventsPath = '/api/events';

/** The body of an event of a team's own. */
export function anEvent(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'sales.order.shipped', data: { id: 'SO-1001', carrier: 'DHL' }, ...overrides };
}

/** An id that no other test uses. */
export const anEventId = (): string => `event-${randomUUID()}`;

const isEventOf = ({ entity, tenantId }: Item, tenant: string | null): boolean =>
  entity === 'outbox' && tenantId === tenant;

/** Notifications are made of events by a worker, at a time of its own: no test that watches its own doing wants them. */
const isNotice = ({ type }: EventMessage): boolean => type.startsWith('notifications.');

/** From now on: calling the answer gives the messages of every event of the tenant that was stored since. */
export async function watchEvents(tenantId: string | null): Promise<() => Promise<EventMessage[]>> {
  const insertsSince = await watchInserts();
  return async () => {
    const items = (await insertsSince()).filter((item) => isEventOf(item, tenantId));
    const messages = items.map((item) => JSON.parse(toOutgoing(item).detail) as EventMessage);
    return messages.filter((message) => !isNotice(message));
  };
}
