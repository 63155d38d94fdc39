import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../shared/kernel/outbound/send.ts';
import {
  blockedReasonOf,
  completeAttempt,
  deliveryIds,
  eligibilityOf,
  type Outcome,
  type RetryPlan,
  retried,
  type StoredDelivery,
} from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { aStoredDelivery } from '../../support/runtime/deliveries.ts';

const nowMs = Date.parse('2026-03-01T09:30:00.000Z');
const url = 'https://example.com/new';

const aDelivery = (overrides: Partial<StoredDelivery> = {}) => aStoredDelivery(nowMs, overrides);

const exchange: Exchange = {
  startedAtMs: nowMs - 80,
  durationMs: 75,
  status: 503,
  responseHeaders: { 'content-type': 'text/plain' },
  responseBody: 'busy',
  problem: null,
};
const requestHeaders = { 'webhook-signature': 'v1,abc' };
const plan: RetryPlan = { offsetsSeconds: [0, 10, 110], random: () => 0.5 };
const retry: Outcome = { kind: 'retry', message: 'The receiver responded with status 503.' };
const settled = (delivery: StoredDelivery, outcome: Outcome) =>
  completeAttempt(delivery, { exchange, outcome, url, requestHeaders }, plan, nowMs);

describe('the ids of a delivery', () => {
  const event = { idempotencyKey: 'tenant:event', occurredAtMs: nowMs };

  it('are the same for repeated dispatches of the event', () => {
    expect(deliveryIds(event, 'webhook')).toEqual(deliveryIds({ ...event }, 'webhook'));
  });

  it('differ by webhook, event and time, because event ids may be reused after weeks', () => {
    const all = [
      deliveryIds(event, 'webhook'),
      deliveryIds(event, 'other'),
      deliveryIds({ ...event, idempotencyKey: 'other:event' }, 'webhook'),
      deliveryIds({ ...event, occurredAtMs: nowMs + 1 }, 'webhook'),
    ];
    expect(new Set(all.flatMap(({ id, messageId }) => [id, messageId])).size).toBe(8);
  });

  it('are a UUID and a message id for any event', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.string(), (idempotencyKey, occurredAtMs, webhookId) => {
        const { id, messageId } = deliveryIds({ idempotencyKey, occurredAtMs }, webhookId);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(messageId).toMatch(/^msg_[0-9a-f]{32}$/);
      }),
    );
  });
});

describe('a message for an attempt', () => {
  const sending = (leaseUntilMs: number) => ({ status: 'sending', leaseUntilMs }) as const;

  it.each([
    ['the first, of a pending one', 1, {}, 'now'],
    ['the third, after two', 3, { attemptNumber: 2 }, 'now'],
    ['a completed one', 1, { attemptNumber: 1 }, 'over'],
    ['any of a delivered one', 2, { attemptNumber: 1, status: 'delivered' as const }, 'over'],
    ['any of a failed one', 2, { attemptNumber: 1, status: 'expired' as const }, 'over'],
    ['one of another worker', 1, sending(nowMs + 1), 'not yet'],
    ['one whose worker died', 1, sending(nowMs), 'now'],
    ['the next one, before the last is recorded', 2, sending(nowMs + 1), 'not yet'],
    ['the next one, after the last was lost with its worker', 2, sending(nowMs - 1), 'not yet'],
  ] as const)('%s', (_, attempt, overrides, turn) => {
    expect(eligibilityOf(aDelivery(overrides), attempt, nowMs)).toBe(turn);
  });

  it('of an expired delivery is completed', () => {
    expect(eligibilityOf(undefined, 1, nowMs)).toBe('over');
  });
});

describe('a delivery has no attempt', () => {
  const on = { isEnabled: true };
  it.each([
    ['if its webhook was deleted', undefined, on, 'failed', 'The webhook was deleted'],
    ['if its webhook is inactive', { isActive: false }, on, 'expired', 'Webhook is inactive'],
    [
      'if the integration is disabled',
      { isActive: true },
      { isEnabled: false },
      'expired',
      'Custom Webhooks integration is disabled',
    ],
  ])('%s', (_, webhook, integration, status, errorMessage) => {
    expect(blockedReasonOf(webhook, integration)).toEqual({ status, errorMessage });
  });

  it('unless it is eligible', () => {
    expect(blockedReasonOf({ isActive: true }, on)).toBeUndefined();
  });
});

describe('after an attempt', () => {
  it('that was accepted, the delivery is delivered', () => {
    const { changes, nextAtMs, attempt } = settled(aDelivery(), { kind: 'delivered' });
    expect(changes).toMatchObject({
      status: 'delivered',
      attemptNumber: 1,
      errorMessage: null,
      deliveredAtMs: nowMs,
    });
    expect(nextAtMs).toBeUndefined();
    expect(attempt).toMatchObject({
      attemptNumber: 1,
      outcome: 'delivered',
      url,
      durationMs: 75,
      startedAtMs: nowMs - 80,
    });
  });

  it('that can be retried, it waits for the planned delay', () => {
    const { changes, nextAtMs } = settled(aDelivery(), retry);
    expect(nextAtMs).toBe(nowMs + 10_000);
    expect(changes).toMatchObject({
      status: 'pending',
      nextRetryAtMs: nextAtMs,
      errorMessage: retry.message,
    });
    expect(settled(aDelivery({ attemptNumber: 1 }), retry).nextAtMs).toBe(nowMs + 100_000);
  });

  it('that was the last one, it has failed, with the response of the receiver', () => {
    const { changes, nextAtMs } = settled(aDelivery({ attemptNumber: 2 }), retry);
    expect(nextAtMs).toBeUndefined();
    expect(changes).toMatchObject({
      status: 'expired',
      attemptNumber: 3,
      nextRetryAtMs: null,
      responseStatus: 503,
      errorMessage: 'The receiver responded with status 503.',
    });
  });

  it.each(['failed', 'expired'] as const)('that ends it as %s, no attempt follows', (kind) => {
    const { changes, nextAtMs } = settled(aDelivery(), { kind, message: 'No.' });
    expect(changes).toMatchObject({ status: kind, errorMessage: 'No.', attemptNumber: 1 });
    expect(nextAtMs).toBeUndefined();
  });

  it('the response is stored with the attempt', () => {
    expect(settled(aDelivery(), retry).attempt).toMatchObject({
      outcome: 'retry',
      responseStatus: 503,
      requestHeaders,
      responseHeaders: { 'content-type': 'text/plain' },
      responseBody: 'busy',
      errorMessage: 'The receiver responded with status 503.',
    });
  });
});

describe('a manual retry', () => {
  it('adds one attempt if all are used up', () => {
    expect(retried(aDelivery({ attemptNumber: 3 }), nowMs)).toMatchObject({
      status: 'pending',
      maxAttempts: 4,
    });
  });

  it('uses none of the remaining attempts', () => {
    expect(retried(aDelivery({ attemptNumber: 1 }), nowMs)).toMatchObject({
      maxAttempts: 3,
      errorMessage: null,
    });
  });
});
