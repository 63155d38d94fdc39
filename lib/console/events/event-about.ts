import type { LiveEvent } from '../api/live-events.ts';
import { eventTexts } from '../texts/events.ts';

const texts = eventTexts.feed;

interface About {
  to: string;
  title: string;
}

/** The page about what an event names in one of its fields; undefined for an event without it. */
function pageBy(
  payload: LiveEvent['payload'],
  field: string,
  path: string,
  title: string,
): About | undefined {
  const id = payload[field];
  return typeof id === 'string' ? { to: `${path}/${id}`, title } : undefined;
}

/** The page that shows what the event is about. */
export function aboutOf({ type, payload }: Pick<LiveEvent, 'type' | 'payload'>): About | undefined {
  if (type.startsWith('webhooks.delivery.')) return pageBy(payload, 'id', '/deliveries', texts.delivery);
  if (type.startsWith('webhooks.inbound.')) return pageBy(payload, 'endpointId', '/inbound', texts.endpoint);
  if (type.startsWith('webhooks.webhook.')) return pageBy(payload, 'webhookId', '/webhooks', texts.webhook);
  if (type.startsWith('notifications.')) return { to: '/notifications', title: texts.notifications };
  if (type.startsWith('progress.')) return { to: '/work', title: texts.work };
  return undefined;
}
