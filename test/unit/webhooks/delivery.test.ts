import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange, Problem } from '../../../shared/kernel/outbound/send.ts';
import {
  blockedReasonOf,
  completeAttempt,
  deliveryIds,
  eligibilityOf,
  judge,
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
const retry = { kind: 'retry', message: 'The receiver responded with status 503.' } as const;
const settled = (delivery: StoredDelivery, outcome: Outcome) =>
  completeAttempt(delivery, { exchange, outcome, url, requestHeaders }, plan, nowMs);

describe('a response', () => {
  const judged = (status: number, more: Partial<Exchange> = {}) =>
    judge({ ...exchange, startedAtMs: nowMs, durationMs: 20, status, ...more });

  it.each([200, 201, 202, 204, 206, 299])('%d delivers', (status) => {
    expect(judged(status)).toEqual({ kind: 'delivered' });
  });

  it.each([
    ...[408, 429, 500, 502, 503, 504, 599, 600, 999].map((status) => [status, 'retry', ''] as const),
    ...[400, 401, 403, 404, 405, 409, 411, 413, 422, 499].map((status) => [status, 'expired', ''] as const),
    ...[300, 301, 302, 304, 307, 308].map(
      (status) => [status, 'expired', ' Redirects are not followed.'] as const,
    ),
  ])('%d has the outcome %s', (status, kind, more) => {
    const message = `The receiver responded with status ${status}.${more}`;
    expect(judged(status)).toEqual({ kind, message });
  });

  it('410 expires and disables the webhook', () => {
    const message = 'The receiver responded with status 410.';
    expect(judged(410)).toEqual({ kind: 'expired', message, disable: 'gone' });
  });

  it.each([
    [429, '120', 120],
    [503, '1.5', 2],
    [408, '0', 0],
    [500, 'Sun, 01 Mar 2026 09:31:00 GMT', 60],
    [503, 'soon', undefined],
  ])('%d with Retry-After %j is retried after %s seconds', (status, header, retryAfterSeconds) => {
    const outcome = judged(status, { responseHeaders: { 'retry-after': header } });
    expect(outcome).toEqual({ kind: 'retry', message: expect.any(String), retryAfterSeconds });
  });

  it.each<[number, Problem, string]>([
    [200, 'timeout', 'delivered'],
    [204, 'network', 'delivered'],
    [202, 'protocol', 'delivered'],
    [404, 'timeout', 'expired'],
    [503, 'network', 'retry'],
  ])('%d decides by its head, though its body ends with the problem %s: %s', (status, problem, kind) => {
    expect(judged(status, { problem })).toMatchObject({ kind });
  });
});

it.each<[Problem, string, string]>([
  ['network', 'retry', 'The connection was refused or broken.'],
  ['dns', 'retry', 'The host could not be resolved.'],
  ['certificate', 'retry', 'The certificate of the host is not valid.'],
  ['protocol', 'retry', 'The response was not valid HTTP.'],
  ['timeout', 'retry', 'No complete response within 75 ms.'],
  ['unsafe', 'failed', 'The URL does not resolve to a public address.'],
])(
  'an exchange without a response, with the problem %s, has the outcome %s: %s',
  (problem, kind, message) => {
    expect(judge({ ...exchange, status: null, responseBody: null, problem })).toEqual({ kind, message });
  },
);

describe('the ids of a delivery', () => {
  const event = { idempotencyKey: 'tenant:event', occurredAtMs: nowMs };

  it('differ by webhook, event and time alone, because event ids may be reused after weeks', () => {
    const all = [
      deliveryIds(event, 'webhook'),
      deliveryIds({ ...event }, 'webhook'),
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
  const [on, off] = [{ isEnabled: true }, { isEnabled: false }];
  it.each([
    ['if its webhook was deleted', undefined, on, 'failed', 'The webhook was deleted'],
    ['if its webhook is inactive', { isActive: false }, on, 'expired', 'Webhook is inactive'],
    ['if it is disabled', { isActive: true }, off, 'expired', 'Custom Webhooks integration is disabled'],
  ])('%s', (_, webhook, integration, status, errorMessage) => {
    expect(blockedReasonOf(webhook, integration)).toEqual({ status, errorMessage });
  });

  it('unless it is eligible', () => {
    expect(blockedReasonOf({ isActive: true }, on)).toBeUndefined();
  });
});

describe('after an attempt', () => {
  const refused = { kind: 'expired', message: 'No.' } as const;
  const banned = { kind: 'failed', message: 'No.' } as const;
  const first = { attemptNumber: 1, errorMessage: 'No.' };
  const delivered = {
    status: 'delivered',
    attemptNumber: 1,
    errorMessage: null,
    deliveredAtMs: nowMs,
  } as const;
  const waiting = { status: 'pending', nextRetryAtMs: nowMs + 10_000, errorMessage: retry.message } as const;
  const failed = { status: 'expired', attemptNumber: 3, nextRetryAtMs: null, responseStatus: 503 } as const;

  it.each<[string, Partial<StoredDelivery>, Outcome, Partial<StoredDelivery>, number | undefined]>([
    ['that was accepted, it is delivered', {}, { kind: 'delivered' }, delivered, undefined],
    ['that can be retried, it waits for the planned delay', {}, retry, waiting, 10_000],
    ['that is the second, it waits longer', { attemptNumber: 1 }, retry, { attemptNumber: 2 }, 100_000],
    ['that was the last one, it has failed', { attemptNumber: 2 }, retry, failed, undefined],
    ['that was refused, it expires', {}, refused, { status: 'expired', ...first }, undefined],
    ['that is not allowed, it fails', {}, banned, { status: 'failed', ...first }, undefined],
  ])('%s', (_, before, outcome, expected, waitMs) => {
    const { changes, nextAtMs, attempt } = settled(aDelivery(before), outcome);
    expect(changes).toMatchObject(expected);
    expect(nextAtMs).toBe(waitMs && nowMs + waitMs);
    expect(attempt).toMatchObject({
      ...{ outcome: outcome.kind, url, requestHeaders, responseStatus: 503, responseBody: 'busy' },
      ...{ responseHeaders: { 'content-type': 'text/plain' }, durationMs: 75, startedAtMs: nowMs - 80 },
      ...{ attemptNumber: changes.attemptNumber, errorMessage: changes.errorMessage },
    });
  });
});

it('a manual retry uses the remaining attempts, and adds one if all are used up', () => {
  const retriedAfter = (attemptNumber: number) => retried(aDelivery({ attemptNumber }), nowMs);
  expect(retriedAfter(1)).toMatchObject({ status: 'pending', maxAttempts: 3, errorMessage: null });
  expect(retriedAfter(3)).toMatchObject({ status: 'pending', maxAttempts: 4 });
});
