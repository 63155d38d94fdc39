import type { Tour } from './tour.ts';

const path = '/api/events/stream';

/** The last `id:` in a stream's text, which a browser would send when it comes back. */
const lastIdOf = (text: unknown): string => [...String(text).matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '';

/** Browsers hear what happens, and what happened while they were away. */
export async function streamSteps({ chapter, step }: Tour): Promise<void> {
  chapter('Event stream');
  const key = 'acmeAdmin';
  const greeting = await step('Listening: the stream says where it is, and then what happens', {
    method: 'GET',
    path,
    key,
    expect: 200,
    until: 'id: ',
    show: ({ text }) => ({ text }),
  });
  const webhook = await step('Meanwhile something happens: a webhook …', {
    method: 'POST',
    path: '/api/webhooks',
    key,
    expect: 201,
    body: { name: 'Heard', url: 'https://example.com/hooks/heard', subscribedEvents: ['sales.*'] },
    show: ({ id }) => ({ id }),
  });
  const ofWebhook = `/api/webhooks/${webhook.id}`;
  await step('… that is switched off …', {
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
  await step('Back again: what happened in between comes first', {
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
