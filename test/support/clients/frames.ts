/** Frames for tests of the event stream. */

import type { Message } from '../../../shared/kernel/queues/message.ts';
import type { StoredFrame } from '../../../shared/modules/events/stream/frame.ts';

export function aFrame(position: number, overrides: Partial<StoredFrame> = {}): StoredFrame {
  return {
    position,
    writtenAtMs: 0,
    eventId: `event-${position}`,
    eventType: 'webhooks.delivery.succeeded',
    organizationId: null,
    data: `{"n":${position}}`,
    ...overrides,
  };
}

export function aMessage(overrides: Partial<Message> = {}): Message {
  return {
    v: 1,
    id: 'event-1',
    type: 'webhooks.delivery.succeeded',
    tenantId: 'tenant-1',
    organizationId: 'organization-1',
    idempotencyKey: 'tenant-1:event-1',
    occurredAt: '2026-11-20T08:00:00.123Z',
    version: 3,
    data: { id: 'delivery-1', status: 'delivered' },
    ...overrides,
  };
}
