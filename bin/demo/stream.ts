import type { Tour } from './tour.ts';

const path = '/api/events/stream';

/** Returns the last `id:` in a stream's text, which a browser sends when it reconnects. */
const lastIdOf = (text: unknown): string => [...String(text).matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '';

/** Browsers receive events as they happen, and missed events after reconnecting. */
export async function streamSteps({ chapter, step }: Tour): Promise<void> {
  chapter('Event stream');
  const key = 'acmeAdmin';
  const greeting = await step('Connect: the stream sends its position, then events', {
    method: 'GET',
    path,
    key,
    expect: 200,
    until: 'id: ',
    show: ({ text }) => ({ text }),
  });
  const webhook = await step('Meanwhile events happen: a webhook is created …', {
    method: 'POST',
    path: '/api/webhooks',
    key,
    expect: 201,
    body: { name: 'Heard', url: 'https://example.com/hooks/heard', subscribedEvents: ['sales.*'] },
    show: ({ id }) => ({ id }),
  });
  const ofWebhook = `/api/webhooks/${webhook.id}`;
  await step('… is disabled …', {
    method: 'PUT',
    path: ofWebhook,
    key,
    expect: 200,
    body: { isActive: false },
  });
  await step('… gets a test delivery, which is an event or two', {
    method: 'POST',
    path: `${ofWebhook}/test`,
    key,
    expect: 200,
    body: {},
  });
  await step('Reconnect: the missed events come first', {
    method: 'GET',
    path,
    key,
    expect: 200,
    until: '"id":"webhooks.delivery.failed"',
    headers: { 'Last-Event-ID': lastIdOf(greeting.text) },
    show: ({ text }) => {
      const types = [...String(text).matchAll(/^data: \{"id":"([\w.]+)"/gm)].map(([, type]) => type);
      return { heard: types };
    },
  });
  await step('Deleted', { method: 'DELETE', path: ofWebhook, key, expect: 200 });
}
