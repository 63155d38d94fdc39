import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { causeOf, withCause } from '../../../shared/kernel/events/cause.ts';
import { eventNameOf } from '../../../shared/kernel/events/event-name.ts';
import { recordEvents } from '../../../shared/modules/events/log/log-store.ts';
import type { Story } from '../../../shared/modules/events/story/story-contract.ts';
import { insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { deliveryFor } from '../../../shared/modules/webhooks/deliveries/dispatch.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const occurredAtMs = Date.now();

function aMessage({ tenantId, organizationId }: TestCaller, data: Record<string, unknown>) {
  const id = randomUUID();
  return {
    ...{ v: 1 as const, id, type: 'sales.order.shipped', tenantId, organizationId, version: 1 },
    ...{ idempotencyKey: `${tenantId}:${organizationId}:${id}`, data },
    occurredAt: new Date(occurredAtMs).toISOString(),
  };
}

interface StorySize {
  events: number;
  deliveries: number;
  /** Of each event. */
  data?: Record<string, unknown>;
}

/** An event with further events and deliveries; returns the id of its entry in the log. */
async function aStory(
  caller: TestCaller,
  { events, deliveries: count, data = { id: 'SO-1001' } }: StorySize,
): Promise<string> {
  const { tenantId, organizationId } = caller;
  const root = aMessage(caller, data);
  const cause = causeOf(root);
  if (cause === undefined) throw new Error('An event has a cause for its effects.');
  const others = Array.from({ length: events }, () => ({ ...aMessage(caller, data), cause }));
  await recordEvents([root, ...others]);
  await withCause(cause, () => {
    const deliveries = Array.from({ length: count }, () => {
      const target = { tenantId, organizationId, webhookId: randomUUID(), url: 'https://example.com/' };
      const subscription = { ...target, maxAttempts: 3, patterns: ['*'], createdAtMs: 0, condition: null };
      return deliveryFor(root, occurredAtMs, subscription, occurredAtMs);
    });
    return insertDeliveries(deliveries, '{}');
  });
  return eventNameOf({ occurredAtMs, organizationId, eventId: root.id });
}

it('reads a story of 200 nodes with at most 12 requests', async () => {
  const caller = await aTenant();
  const id = await aStory(caller, { events: 100, deliveries: 100 });
  const read = () => caller.api.get<Story>(`/api/events/${encodeURIComponent(id)}/story`);
  const answer = await read();
  expect(answer.body).toMatchObject({ id, isComplete: true });
  expect(answer.body.nodes).toHaveLength(201);
  expect(answer.body.nodes.every(({ state }) => state === 'kept')).toBe(true);
  const calls = (await callsOf(answer)).filter(({ service }) => service === 'dynamodb');
  expect(calls.length).toBeLessThanOrEqual(12);
});

it('shows 500 nodes and says that there are more', async () => {
  const caller = await aTenant();
  const id = await aStory(caller, { events: 260, deliveries: 260 });
  const { body } = await caller.api.get<Story>(`/api/events/${encodeURIComponent(id)}/story`);
  expect([body.nodes.length, body.isComplete]).toEqual([501, false]);
});

it('shows as many nodes as a response has room for', async () => {
  const caller = await aTenant();
  // Each quote has a backslash in JSON, and three in the JSON that contains it.
  const data = { id: 'SO-1001', note: '"'.repeat(4_000) };
  const id = await aStory(caller, { events: 350, deliveries: 0, data });
  const { body } = await caller.api.get<Story>(`/api/events/${encodeURIComponent(id)}/story`);
  expect(body.isComplete).toBe(false);
  expect(body.nodes.length).toBeGreaterThan(250);
  expect(Buffer.byteLength(JSON.stringify(JSON.stringify(body)))).toBeLessThan(6_000_000);
});
