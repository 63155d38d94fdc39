import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { applySnapshot, refundedMinorOf } from '../../../shared/modules/payments/payment.ts';
import {
  hasStripeSignature,
  stripeEvents,
} from '../../../shared/modules/payments/providers/stripe-events.ts';
import { toProviderError } from '../../../shared/modules/payments/providers/stripe-failure.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';

const secret = 'whsec_of_a_tenant';
const nowSeconds = 1_700_000_000;
const body = Buffer.from('{"id": "evt_1",  "spaced": true}');
const hex = (key: string, timestamp: number, bytes = body) =>
  createHmac('sha256', key).update(`${timestamp}.`).update(bytes).digest('hex');
const header = (timestamp = nowSeconds, key = secret) => `t=${timestamp},v1=${hex(key, timestamp)}`;
const holds = (text: string | undefined, secrets = [secret], bytes = body) =>
  hasStripeSignature(text, bytes, secrets, nowSeconds);

describe('a signature of Stripe', () => {
  it('equals that of Stripe’s own package', async () => {
    const stripe = new Stripe('sk_test_1');
    const message = { payload: body.toString(), secret, timestamp: nowSeconds };
    expect(await holds(stripe.webhooks.generateTestHeaderString(message))).toBe(true);
  });

  it('is valid with either of two secrets, among other signatures and schemes', async () => {
    expect(await holds(header(), ['whsec_new', secret])).toBe(true);
    const several = `t=${nowSeconds},v0=abc,v1=${'0'.repeat(64)},v1=${hex(secret, nowSeconds)}`;
    expect(await holds(several)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['no timestamp', `v1=${hex(secret, nowSeconds)}`],
    ['no signature', `t=${nowSeconds}`],
    ['another secret', header(nowSeconds, 'whsec_other')],
    ['only another scheme', `t=${nowSeconds},v0=${hex(secret, nowSeconds)}`],
    ['an unsigned time', `t=${nowSeconds - 1},v1=${hex(secret, nowSeconds)}`],
    ['an old time', header(nowSeconds - 301)],
    ['a future time', header(nowSeconds + 301)],
    ['an invalid time', `t=now,v1=${hex(secret, nowSeconds)}`],
    ['a truncated signature', header().slice(0, -2)],
    ['no hex', `t=${nowSeconds},v1=${'z'.repeat(64)}`],
  ])('is invalid with %s', async (_, text) => expect(await holds(text)).toBe(false));

  it('covers the exact bytes', async () => {
    expect(await holds(header(), [secret], Buffer.from('{"id":"evt_1","spaced":true}'))).toBe(false);
    expect(await holds(header(nowSeconds - 300))).toBe(true);
  });

  it('is never valid without a secret', async () =>
    expect(await holds(header(nowSeconds, ''), [])).toBe(false));
});

const event = (type: string, object: object) => ({
  id: 'evt_1',
  type,
  created: nowSeconds,
  data: { object },
});
const intent = (status: string, more: object = {}) => ({
  ...{ id: 'pi_1', object: 'payment_intent', status, amount: 1_000, amount_received: 0 },
  ...more,
});
const charge = { id: 'ch_1', amount: 1_000, amount_captured: 1_000 };
const page = { id: 'cs_1', status: 'complete', payment_status: 'paid', amount_total: 500 };
const heard = (payment: ReturnType<typeof aPayment>, type: string, object: object) => {
  const snapshot = stripeEvents.read(event(type, object), payment);
  return snapshot ? applySnapshot(payment, snapshot, 1).payment : payment;
};

describe('a message of Stripe', () => {
  it('identifies a session by its payment intent, and never by tenants in its data', () => {
    const hint = (object: object) => stripeEvents.sessionHint(event('x', object));
    expect(hint({ id: 'pi_1' })).toBe('pi_1');
    expect(hint({ id: 'ch_1', payment_intent: 'pi_1' })).toBe('pi_1');
    expect(hint({ id: 'dp_1', payment_intent: { id: 'pi_1' } })).toBe('pi_1');
    expect(hint({ metadata: { tenantId: 't', transactionId: 'x' } })).toBeUndefined();
    expect(stripeEvents.sessionHint({ data: 'none' })).toBeUndefined();
  });

  it.each([
    ['payment_intent.succeeded', intent('succeeded', { amount_received: 1_000 }), 'captured', 1_000],
    ['payment_intent.succeeded', intent('succeeded', { amount_received: undefined }), 'captured', 1_000],
    ['payment_intent.payment_failed', intent('requires_payment_method'), 'failed', 0],
    ['payment_intent.canceled', intent('canceled'), 'cancelled', 0],
    ['payment_intent.requires_action', intent('requires_action'), 'pending', 0],
    ['payment_intent.amount_capturable_updated', intent('requires_capture'), 'authorized', 0],
    ['payment_intent.created', intent('requires_payment_method', { last_payment_error: {} }), 'pending', 0],
    ['charge.refunded', { ...charge, amount_refunded: 400 }, 'partially_refunded', 1_000],
    ['charge.refunded', { ...charge, amount_refunded: 1_000 }, 'refunded', 1_000],
    ['charge.refunded', { id: 'ch_1', amount: 1_000, amount_refunded: 1_000, captured: false }, 'pending', 0],
    ['charge.dispute.created', { id: 'dp_1', amount: 1_000, status: 'needs_response' }, 'pending', 0],
    ['customer.created', { id: 'cus_1' }, 'pending', 0],
  ])('%s is parsed', (type, object, status, capturedMinor) =>
    expect(heard(aPayment(), type, object)).toMatchObject({ status, capturedMinor }),
  );

  it('of a partially captured charge lists its refunds, or requires a query of the provider', () => {
    const part = { ...charge, amount_captured: 600, amount_refunded: 500 };
    const unnamed = heard(aPayment(), 'charge.refunded', part);
    expect(unnamed).toMatchObject({ isUnsure: true, status: 'captured' });
    const refunds = { data: [{ id: 're_1', amount: 100, status: 'succeeded' }] };
    const named = heard(aPayment(), 'charge.refunded', { ...part, refunds });
    expect(named).toMatchObject({ status: 'partially_refunded', refunds: { re_1: { amountMinor: 100 } } });
  });

  it('about a released amount is no refund, until the provider was queried', () => {
    const held = aPayment({ status: 'authorized' });
    const released = { id: 're_1', amount: 700, status: 'succeeded', metadata: {} };
    for (const payment of [held, { ...held, status: 'captured' as const, capturedMinor: 300 }])
      expect(heard(payment, 'charge.refund.updated', released)).toMatchObject({
        ...{ isUnsure: true, refunds: {}, status: payment.status },
      });
    const own = heard(held, 'charge.refund.updated', { ...released, metadata: { operation: 'op' } });
    expect(own.refunds).toHaveProperty('re_1');
    const paid = aPayment({ status: 'captured', capturedMinor: 1_000 });
    expect(heard(paid, 'charge.refund.updated', released).status).toBe('partially_refunded');
  });

  it('of a partially captured charge does not list the release as a refund', () => {
    const part = { ...charge, amount_captured: 300, amount_refunded: 800 };
    const released = { id: 're_1', amount: 700, status: 'succeeded' };
    const refunds = { data: [{ id: 're_2', amount: 100, status: 'succeeded' }, released] };
    expect(heard(aPayment(), 'charge.refunded', { ...part, refunds })).toMatchObject({
      status: 'partially_refunded',
      refunds: { re_2: { amountMinor: 100 } },
    });
  });

  it('uses the currency of the payment', () => {
    const paid = intent('succeeded', { amount_received: 500 });
    const after = heard(aPayment({ currencyCode: 'ISK' }), 'payment_intent.succeeded', paid);
    expect(after.capturedMinor).toBe(5);
  });

  it.each([
    ['payment_intent.succeeded', intent('succeeded', { amount_received: 500 })],
    ['payment_intent.succeeded', intent('succeeded', { amount_received: undefined })],
    ['checkout.session.completed', page],
    ['charge.refunded', { ...charge, amount_refunded: 100 }],
    [
      'charge.refund.updated',
      { id: 're_1', amount: 500, status: 'succeeded', metadata: { operation: 'op' } },
    ],
    ['charge.dispute.created', { id: 'dp_1', amount: 500, status: 'needs_response' }],
  ])('%s has no amounts in another currency', (type, object) => {
    const paid = aPayment({ status: 'captured', capturedMinor: 200 });
    const moneyOf = (currency: string) => {
      const after = heard(paid, type, { ...object, currency });
      const disputed = Object.values(after.disputes).map(({ amountMinor }) => amountMinor);
      return [after.capturedMinor, refundedMinorOf(after), ...disputed];
    };
    expect(moneyOf('jpy').filter((minor) => minor > 0)).toEqual([200]);
    expect(moneyOf('eur')).not.toEqual(moneyOf('jpy'));
  });

  it('of a page on which the customer paid in another currency requires a query of the provider', () => {
    const paid = heard(aPayment(), 'checkout.session.completed', { ...page, currency: 'usd' });
    expect(paid.isUnsure).toBe(true);
  });

  it.each([
    ['of a member of every object', 'constructor'],
    ['of a prototype', '__proto__'],
    ['with a space', 're 1'],
    ['without characters', 're_'],
    ['that is too long for a key', `re_${'x'.repeat(2_000)}`],
  ])('with an id %s names no refund, no dispute and no charge', (_, id) => {
    const object = { id, amount: 100, status: 'succeeded' };
    for (const type of ['charge.refund.updated', 'charge.dispute.created'])
      expect(stripeEvents.read(event(type, object), aPayment())).toBeUndefined();
    expect(heard(aPayment(), 'charge.updated', { ...object, object: 'charge' }).gatewayPaymentId).toBeNull();
    const latest = intent('succeeded', { latest_charge: id });
    expect(heard(aPayment(), 'payment_intent.succeeded', latest).gatewayPaymentId).toBeNull();
  });

  it('about a declined charge does not replace the charge that was paid', () => {
    const paid = heard(
      aPayment(),
      'payment_intent.succeeded',
      intent('succeeded', { latest_charge: 'ch_2' }),
    );
    const declined = { id: 'ch_1', object: 'charge', status: 'failed', payment_intent: 'pi_1' };
    const failed = intent('requires_payment_method', { latest_charge: 'ch_1' });
    const late = heard(heard(paid, 'charge.failed', declined), 'payment_intent.payment_failed', failed);
    expect(late).toMatchObject({ status: 'captured', gatewayPaymentId: 'ch_2' });
  });

  it.each([null, 7, 'text', [], {}])('with %j as an object is ignored', (object) => {
    const ofCharges = ['charge.refunded', 'charge.refund.updated', 'charge.dispute.closed'];
    for (const type of ['payment_intent.succeeded', ...ofCharges])
      expect(() => stripeEvents.read({ id: 'e', type, data: { object } }, aPayment())).not.toThrow();
  });
});

describe('an error of Stripe', () => {
  const kindOf = (error: unknown) => toProviderError(error, { currencyCode: 'EUR' }, nowSeconds);
  const stripeError = (type: string, statusCode?: number, fields: object = {}) =>
    Object.assign(new Error('said'), { type: `Stripe${type}Error`, statusCode, ...fields });

  it.each([
    [stripeError('InvalidRequest', 400, { code: 'payment_intent_unexpected_state' }), 'refused', true],
    [stripeError('InvalidRequest', 400, { param: 'amount' }), 'refused', true],
    [stripeError('InvalidRequest', 400, { code: 'amount_too_small' }), 'refused', true],
    [stripeError('InvalidRequest', 400, { param: 'currency' }), 'refused', false],
    [stripeError('InvalidRequest', 404, { code: 'resource_missing' }), 'refused', false],
    [stripeError('Card', 402, { code: 'card_declined' }), 'refused', false],
    [stripeError('Idempotency', 400), 'unsure', false],
    [stripeError('API', 409), 'unsure', false],
    [stripeError('RateLimit', 429), 'unsure', false],
    [stripeError('API', 500), 'unsure', false],
    [stripeError('Connection'), 'unsure', false],
    [stripeError('Authentication', 401), 'credentials', false],
    [stripeError('Permission', 403), 'refused', false],
    ['a text', 'unsure', false],
  ])('%s is %s', (error, kind, isAboutState) => expect(kindOf(error)).toMatchObject({ kind, isAboutState }));

  it('contains its state of the payment', () => {
    const error = stripeError('InvalidRequest', 400, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent('succeeded', { amount_received: 1_000 }),
    });
    expect(kindOf(error).snapshot).toMatchObject({ status: 'captured', receivedMinor: 1_000 });
  });
});
