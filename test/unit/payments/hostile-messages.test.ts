/** An organization signs its messages, and so can sign any content. None of it may stay in the dead-letter queue. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAttributes } from '../../../shared/kernel/table/attributes.ts';
import { checkItemSize, checkKey } from '../../../shared/kernel/table/item-size.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';
import type { HistoryEntry } from '../../../shared/modules/payments/history.ts';
import { paymentLimits } from '../../../shared/modules/payments/limits.ts';
import {
  type MethodState,
  type StoredCustomer,
  withMethod,
} from '../../../shared/modules/payments/methods/customer.ts';
import { methodWrites, revisedCustomer } from '../../../shared/modules/payments/methods/customer-store.ts';
import { paymentStatuses } from '../../../shared/modules/payments/operations/status.ts';
import { applySnapshot, nextDueMs, type StoredPayment } from '../../../shared/modules/payments/payment.ts';
import { changeWrites, revised } from '../../../shared/modules/payments/payment-store.ts';
import { stripeEvents } from '../../../shared/modules/payments/providers/stripe-events.ts';
import { toDetail } from '../../../shared/modules/payments/views.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import { asTest } from '../../support/builders/tenants.ts';

const nowMs = 1_700_000_000_000;
type Message = Record<string, unknown>;

/** Throws for names that DynamoDB refuses. */
function assertNamed(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === '') throw new Error('An attribute without a name.');
    assertNamed(one);
  }
}

/** Throws if DynamoDB would refuse the transaction, with one further write that detects repeated messages. */
function assertStorable(writes: readonly Write[]): void {
  expect(writes.length + 1).toBeLessThanOrEqual(100);
  for (const write of writes) {
    if ('put' in write) {
      checkKey(write.put);
      checkItemSize(write.put);
    }
    const values = ('put' in write && write.put) || ('set' in write && write.values) || {};
    if ('set' in write) expect(Object.values(values)).not.toContain(undefined);
    toAttributes(values);
    assertNamed(values);
  }
}

/** The payment after a message, whose writes are checked. */
function processed(before: StoredPayment, message: Message): StoredPayment {
  const named = stripeEvents.nameOf(message);
  if (named === undefined) return before;
  const snapshot = stripeEvents.read(message, before) ?? { atSeconds: 0 };
  const { payment } = applySnapshot(before, snapshot, nowMs);
  const notified = { ...payment, lastWebhookAtMs: nowMs };
  const after = revised(before, { ...notified, dueAtMs: nextDueMs(notified, true, nowMs) }, nowMs);
  const entry: HistoryEntry = {
    ...{ id: 'entry', source: 'webhook', eventType: named.type, receivedAtMs: nowMs },
    ...{ idempotencyKey: named.id, unifiedStatus: after.status, processed: true },
  };
  assertStorable(changeWrites(before, after, entry, asTest()));
  return after;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>('', 'constructor', '\0 日', 'x'.repeat(200_000)),
  fc.constantFrom<unknown>(-1, -0, 0.5, 10 ** 12, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e20, 1e300),
  fc.constantFrom<unknown>(null, true, [], {}, { '': {} }, { id: '' }, { operation: 'x'.repeat(200_000) }),
  fc.integer(),
);
/** Fields of a valid object, of which at most two are replaced by any value. */
const oddly = (fields: object, names: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...names), odd, { maxKeys: 2 })
    .map((replaced): object => ({ ...fields, ...replaced }));
const fieldsOfRefund = ['id', 'amount', 'status', 'reason', 'metadata'];
const refund = fc
  .record({ number: fc.nat({ max: 2_000 }), status: fc.constantFrom('pending', 'succeeded', 'failed') })
  .chain(({ number, status }) => oddly({ id: `re_${number}`, amount: 1, status }, fieldsOfRefund));
const paid = { amount: 1_000, amount_received: 1_000, latest_charge: 'ch_1' };
const intent = { id: 'pi_1', status: 'succeeded', ...paid };
const page = {
  id: 'cs_1',
  status: 'complete',
  payment_status: 'paid',
  payment_intent: 'pi_1',
  amount_total: 9,
};
const fieldsOfCharge = ['id', 'amount', 'amount_captured', 'amount_refunded', 'captured', 'refunds'];
const charge = fc.array(refund, { maxLength: 150, size: 'max' }).chain((data) => {
  const amounts = { amount: 1_000, amount_captured: 1_000, amount_refunded: 10 };
  return oddly({ id: 'ch_1', ...amounts, refunds: { data } }, fieldsOfCharge);
});
const dispute = fc.nat({ max: 50 }).chain((number) => {
  const fields = { id: `dp_${number}`, amount: 1, status: 'lost', reason: 'fraudulent' };
  return oddly(fields, Object.keys(fields));
});
const message: fc.Arbitrary<Message> = fc
  .oneof(
    ...[
      ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.processing'].map(
        (type) => ({ type, object: oddly(intent, [...Object.keys(intent), 'last_payment_error']) }),
      ),
      { type: 'checkout.session.completed', object: oddly(page, Object.keys(page)) },
      { type: 'charge.refunded', object: charge },
      { type: 'charge.refund.updated', object: refund },
      { type: 'charge.dispute.created', object: dispute },
      { type: 'charge.dispute.closed', object: dispute },
    ].map(({ type, object }) =>
      object.chain((one) => {
        const whole: object = { id: 'evt_1', type, created: 1_700_000_000, data: { object: one } };
        const replaced = oddly(whole, Object.keys(whole));
        return fc.oneof({ weight: 4, arbitrary: fc.constant(whole) }, { weight: 1, arbitrary: replaced });
      }),
    ),
  )
  .map((one): Message => ({ ...one }));

describe('a signed message of any content', () => {
  it('is stored with the payment, after any others', () => {
    const currencyCode = fc.constantFrom('EUR', 'JPY', 'MGA', 'KWD', 'ISK', 'CLF');
    fc.assert(
      fc.property(currencyCode, fc.array(message, { minLength: 1, maxLength: 12 }), (currency, messages) => {
        for (const one of messages) {
          expect(['string', 'undefined']).toContain(typeof stripeEvents.sessionHint(one));
          stripeEvents.readMethod?.(one);
        }
        const after = messages.reduce(processed, aPayment({ currencyCode: currency }));
        expect(paymentStatuses).toContain(after.status);
        const [refunds, disputes] = [after.refunds, after.disputes].map((ledger) =>
          Object.entries(ledger).map(([name, one]) => ({ id: name, ...one })),
        );
        const details = { payment: after, refunds, disputes, history: [] };
        expect(JSON.stringify(toDetail(details as Parameters<typeof toDetail>[0]))).not.toContain('NaN');
      }),
      { numRuns: 300 },
    );
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('has no status %s', (name) => {
    const about = { id: 're_1', amount: 100, status: name };
    const data = { object: about };
    const paid = aPayment({ status: 'captured', capturedMinor: 1_000 });
    const refunded = processed(paid, { id: 'evt_1', type: 'charge.refund.updated', created: 1, data });
    expect(refunded.refunds.re_1?.status).toBe('pending');
    const intent = processed(aPayment(), { id: 'evt_1', type: 'payment_intent.updated', created: 1, data });
    expect(intent).toMatchObject({ status: 'pending', gatewayStatus: name });
  });

  it('has no amount that exceeds every payment’s', () => {
    const data = { object: { id: 'pi_1', status: 'succeeded', amount_received: Number.MAX_SAFE_INTEGER } };
    const type = 'payment_intent.succeeded';
    const after = processed(aPayment({ currencyCode: 'MGA' }), { id: 'evt_1', type, created: 1, data });
    expect(after.capturedMinor).toBe(0);
  });

  it('has an id and a type of a limited length', () => {
    const long = 'x'.repeat(paymentLimits.name + 1);
    expect(stripeEvents.nameOf({ id: long, type: 'a' })).toBeUndefined();
    expect(stripeEvents.nameOf({ id: 'a', type: long })).toBeUndefined();
    expect(stripeEvents.nameOf({ id: long.slice(1), type: 'a' })).toBeDefined();
  });
});

describe('signed messages without end', () => {
  const longest = (prefix: string, number: number) => `${prefix}_${String(number).padStart(250, '0')}`;
  const refundsOf = (status: string, from: number, count: number): Message => {
    const reason = '日'.repeat(paymentLimits.name);
    const metadata = { operation: 'o'.repeat(paymentLimits.operationName) };
    const refunds = Array.from({ length: count }, (_, index) => ({
      ...{ id: longest('re', from + index), amount: 1, status, reason, metadata },
    }));
    const object = { id: 'ch_1', amount: 1_000_000, refunds: { data: refunds } };
    return { id: 'evt_1', type: 'charge.refunded', created: 1, data: { object } };
  };

  it('that change hundreds of known refunds at once are stored one after the other', () => {
    const pending = [0, 80, 160].reduce(
      (payment, from) => processed(payment, refundsOf('pending', from, 80)),
      aPayment(),
    );
    const statuses = (payment: StoredPayment, wanted: string) =>
      Object.values(payment.refunds).filter(({ status: one }) => one === wanted).length;
    const first = processed(pending, refundsOf('succeeded', 0, 240));
    expect(statuses(first, 'succeeded')).toBe(80);
    const last = [1, 2].reduce((payment) => processed(payment, refundsOf('succeeded', 0, 240)), first);
    expect(statuses(last, 'succeeded')).toBe(240);
  });

  it('about ever new refunds and disputes leave the payment’s row small enough', () => {
    const metadata = JSON.stringify({ a: 'x'.repeat(paymentLimits.metadataBytes - 8) });
    const begun = aPayment({ status: 'captured', capturedMinor: 1_000_000, metadata });
    const rounds = Array.from({ length: 20 }, (_, index) => index);
    const refunded = rounds.reduce(
      (payment, round) => processed(payment, refundsOf('pending', 80 * round, 80)),
      begun,
    );
    expect(Object.keys(refunded.refunds)).toHaveLength(paymentLimits.refunds);
    const words = '日'.repeat(paymentLimits.name);
    const full = rounds.reduce((payment, round) => {
      const dispute = { id: longest('dp', round), amount: 1, status: words, reason: words };
      const type = 'charge.dispute.created';
      return processed(payment, { id: 'evt_1', type, created: 1, data: { object: dispute } });
    }, refunded);
    expect(Object.keys(full.disputes)).toHaveLength(paymentLimits.disputes);
  });

  it('never displace the refund of the operation in progress', () => {
    const captured = aPayment({ status: 'captured', capturedMinor: 1_000_000 });
    const rounds = Array.from({ length: 13 }, (_, index) => index);
    const full = rounds.reduce(
      (payment, round) => processed(payment, refundsOf('succeeded', 80 * round, 80)),
      captured,
    );
    const active = { id: 'f'.repeat(64), token: 'token', untilMs: nowMs };
    const fact = { id: 're_own', amountMinor: 1, status: 'succeeded', operation: 'f'.repeat(32) } as const;
    const reported = (payment: StoredPayment) =>
      applySnapshot(payment, { atSeconds: 1, refunds: [fact] }, nowMs).payment.refunds.re_own;
    expect(reported(full)).toBeUndefined();
    expect(reported({ ...full, active })).toBeDefined();
  });

  it('about ever new payment methods leave the customer’s row small enough', () => {
    const methodsOf = (from: number, count: number, state: MethodState) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [longest('pm', from + index), state]));
    const methods = { ...methodsOf(0, 1_500, 'saved'), ...methodsOf(2_000, 300, 'removed') };
    const customer: StoredCustomer = {
      ...{ id: 'c', tenantId: 't', organizationId: 'o', providerKey: 'stripe', gatewayCustomerId: 'cus_1' },
      customerReference: '日'.repeat(paymentLimits.customerReference),
      ...{ generation: 1, methods, defaultMethodId: null, createdAtMs: 1, updatedAtMs: 1, revision: 1 },
    };
    const newest = longest('pm', 5_000);
    const after = withMethod(customer, newest, 'saved') ?? {};
    expect(after[newest]).toBe('saved');
    assertStorable(methodWrites(customer, revisedCustomer(customer, after, nowMs), newest, asTest()));
  });
});
