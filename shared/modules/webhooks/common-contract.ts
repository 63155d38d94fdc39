/** What the contracts of webhooks and of deliveries share. */
import * as z from 'zod/mini';
import { eventLimits } from '../../kernel/events/limits.ts';
import { text, uuid } from '../../kernel/http/fields.ts';

export const base = { module: 'webhooks', auth: 'caller', scope: 'organization' } as const;

export const webhooksPath = '/api/webhooks';
export const deliveriesPath = `${webhooksPath}/deliveries`;

export const exampleIds = {
  webhook: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  delivery: '8e1c1f7e-3a52-4a27-9a1b-7d9d0a5b2c44',
  message: 'msg_5f2c8a0d9b3e4c7fa1d6e8b2c4f0a9d3',
} as const;

export const webhookId = z.object({ id: uuid('Id of the webhook.') });
export const deliveryId = z.object({ id: uuid('Id of the delivery.') });

export const success = z.literal(true).check(z.meta({ description: 'Always true.', examples: [true] }));

export const eventType = text(eventLimits.type).check(
  z.meta({ description: 'Name of the event.', examples: ['sales.order.created'] }),
);

/** A moment, or null when there has been none. */
export const momentOrNull = (description: string, example: string | null = '2026-03-01T09:30:00.000Z') =>
  z.nullable(z.string()).check(z.meta({ description, format: 'date-time', examples: [example] }));
