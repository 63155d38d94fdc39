import { describe, expect, it } from 'vitest';
import { requestHashOf } from '../../../shared/kernel/http/idempotency.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { paymentKey } from '../../../shared/modules/payments/keys.ts';
import { operationFor, operationIdOf } from '../../../shared/modules/payments/operations/operation.ts';
import { claimOperation } from '../../../shared/modules/payments/operations/operation-store.ts';
import type { PaymentAction } from '../../../shared/modules/payments/operations/status.ts';
import { findPayment } from '../../../shared/modules/payments/payment-store.ts';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import {
  aCaptured,
  aMerchant,
  anAuthorized,
  begin,
  cancel,
  capture,
  confirm,
  executed,
  onStripe,
  operate,
  paymentsPath,
  refreshed,
  refund,
  statusOf,
  stored,
} from '../../support/builders/payments.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('a payment by card', () => {
  it('is processed from its session to the last refund', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { description: 'Order SO-1', metadata: { channel: 'web' } });
    expect(session).toMatchObject({
      status: 'pending',
      providerKey: 'stripe',
      sessionId: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringContaining('_secret_'),
      providerData: {
        paymentIntentId: session.sessionId,
        publishableKey: expect.stringMatching(/^pk_test_/),
      },
    });
    await onStripe({ intent: session.sessionId, drop: true });
    await confirm(session);
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({
      status: 'authorized',
      gatewayStatus: 'requires_capture',
      amount: 49.9,
      amountReceived: 0,
      currencyCode: 'EUR',
    });
    expect(await capture(merchant, session)).toMatchObject({ status: 'captured', capturedAmount: 49.9 });
    const first = await refund(merchant, session, { amount: 9.9, reason: 'one item' });
    expect(first).toMatchObject({
      status: 'partially_refunded',
      refundedAmount: 9.9,
      refundStatus: 'succeeded',
    });
    expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 40 });
    expect(await stored(merchant, session.transactionId)).toMatchObject({
      unifiedStatus: 'refunded',
      amount: '49.90',
      amountReceived: '49.90',
      amountRefunded: '49.90',
      metadata: { channel: 'web' },
      refunds: [
        { id: first.refundId, amount: '9.90', status: 'succeeded', reason: 'one item' },
        { amount: '40.00' },
      ],
    });
  });

  it('is captured partially, and the rest is released', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    expect(await capture(merchant, session, { amount: 20 })).toMatchObject({
      status: 'captured',
      capturedAmount: 20,
    });
    // Stripe lists the released amount as a refund, although no money was moved.
    const left = { status: 'captured', amountReceived: 20, amountRefunded: 0 };
    expect(await refreshed(merchant, session.transactionId)).toMatchObject(left);
    const more = await operate(merchant, 'capture', session, { amount: 49.9 });
    expect([more.status, more.body.code]).toEqual([409, 'payment_state']);
    expect((await operate(merchant, 'refund', session, { amount: 20.01 })).status).toBe(409);
    expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 20 });
    expect(await executed(session, 'refunds')).toHaveLength(1);
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({ amountRefunded: 20 });
  });

  it('reports an equal refund without an idempotency key as a repetition', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    await capture(merchant, session);
    const first = await operate(merchant, 'refund', session, { amount: 10 });
    const again = await operate(merchant, 'refund', session, { amount: 10 });
    expect([first.body.replayed, again.body.replayed]).toEqual([undefined, true]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await operate(merchant, 'refund', session, { amount: 10, operationId: 'second' });
    expect(other.body.replayed).toBeUndefined();
    expect(await executed(session, 'refunds')).toHaveLength(2);
  });

  it('rejects operations that name an older version of the payment', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    const id = session.transactionId;
    const tagOf = async (path: string) =>
      String((await merchant.api.get(`${paymentsPath}/${path}`)).headers.get('etag'));
    const held = await tagOf(`status?transactionId=${id}`);
    const whole = await tagOf(`transactions/${id}`);
    const write = (action: string, ifMatch: string, body: Record<string, unknown> = {}) =>
      merchant.api.post(`${paymentsPath}/${action}`, {
        body: { transactionId: id, ...body },
        headers: { 'if-match': ifMatch },
      });
    for (const action of ['capture', 'cancel', 'status'])
      expect((await write(action, '"0"')).body.code, action).toBe('stale');
    expect((await write('capture', `"1-x", W/${whole}`, { amount: 20 })).status).toBe(200);
    // Its response was lost: the repeated request succeeds, although the payment has changed.
    expect((await write('capture', whole, { amount: 20 })).body).toMatchObject({ replayed: true });
    for (const action of ['refund', 'status']) expect((await write(action, held)).status, action).toBe(412);
    expect(await executed(session, 'refunds')).toEqual([]);
    const refunded = await write('refund', await tagOf(`status?transactionId=${id}`), { amount: 5 });
    expect(refunded.body).toMatchObject({ refundedAmount: 5 });
  });

  it('rejects a capture when the provider reports news after the named version', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, drop: true });
    await confirm(session);
    const { headers } = await merchant.api.get(`${paymentsPath}/transactions/${session.transactionId}`);
    const ifMatch = { 'if-match': String(headers.get('etag')) };
    expect((await operate(merchant, 'capture', session, {}, ifMatch)).body.code).toBe('stale');
    expect(await capture(merchant, session)).toMatchObject({ status: 'captured' });
  });

  it('is cancelled before it is captured, and not after', async () => {
    const merchant = await aMerchant();
    for (const session of [await begin(merchant), await anAuthorized(merchant)]) {
      expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
      const late = await operate(merchant, 'capture', session);
      expect([late.status, late.body.status]).toEqual([409, 'cancelled']);
    }
    expect((await operate(merchant, 'cancel', await aCaptured(merchant))).status).toBe(409);
  });

  it('is not captured before the customer’s authorization, which is queried from the provider', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, drop: true });
    expect((await operate(merchant, 'capture', session)).status).toBe(409);
    expect(await executed(session, 'capture')).toEqual([]);
    await confirm(session);
    expect(await capture(merchant, session)).toMatchObject({ status: 'captured' });
  });

  it('that was declined can succeed with another card', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { captureMethod: 'automatic' });
    await onStripe({ intent: session.sessionId, drop: true });
    expect(await confirm(session, 'pm_card_chargeDeclined')).toBe(402);
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'failed' });
    await confirm(session);
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({
      status: 'captured',
      amountReceived: 49.9,
    });
  });

  it('is in any currency, exactly', async () => {
    const merchant = await aMerchant();
    for (const [amount, currencyCode] of [
      [500, 'JPY'],
      [1.23, 'KWD'],
      [5, 'ISK'],
      [19.99, 'usd'],
    ] as const) {
      const session = await aCaptured(merchant, { amount, currencyCode });
      expect(await statusOf(merchant, session.transactionId)).toMatchObject({
        amount,
        amountReceived: amount,
        currencyCode: currencyCode.toUpperCase(),
        status: 'captured',
      });
    }
  });

  it('is captured and refunded with amounts that its provider accepts only', async () => {
    const merchant = await aMerchant();
    for (const [currencyCode, amount] of [
      ['MGA', 1.55],
      ['KWD', 1.234],
    ] as const) {
      const session = await anAuthorized(merchant, { amount: 100, currencyCode });
      const refused = {
        status: 422,
        body: {
          code: 'invalid_payment',
          details: [{ field: 'amount', message: expect.stringContaining('Stripe') }],
        },
      };
      expect(await operate(merchant, 'capture', session, { amount })).toMatchObject(refused);
      await capture(merchant, session, { amount: 50 });
      expect(await operate(merchant, 'refund', session, { amount })).toMatchObject(refused);
    }
  });

  it('costs four DynamoDB requests to capture, and one for the log', async () => {
    const merchant = await aMerchant();
    await aCaptured(merchant);
    const session = await anAuthorized(merchant);
    const answer = await operate(merchant, 'capture', session);
    expect(answer.status).toBe(200);
    const calls = await callsOf(answer);
    // A new instance reads the tenant's data key once.
    const isFresh = calls.some(({ service }) => service === 'kms');
    const requests = calls.filter(({ service }) => service === 'dynamodb');
    expect(requests.length).toBeLessThanOrEqual(isFresh ? 6 : 5);
    expect(await executed(session, 'capture')).toHaveLength(1);
  });
});

describe('a payment by hand', () => {
  it('needs no provider, and is recorded in parts', async () => {
    const merchant = await aTenant();
    const session = await begin(merchant, { providerKey: 'manual', amount: 100 });
    expect(session).toMatchObject({ status: 'pending' });
    expect(session).not.toHaveProperty('clientSecret');
    expect((await operate(merchant, 'refund', session)).status).toBe(409);
    expect(await capture(merchant, session, { amount: 40 })).toMatchObject({
      status: 'partially_captured',
      capturedAmount: 40,
    });
    expect((await operate(merchant, 'capture', session, { amount: 60.01 })).status).toBe(409);
    expect(await capture(merchant, session)).toMatchObject({ status: 'captured', capturedAmount: 100 });
    expect(await refund(merchant, session, { amount: 30 })).toMatchObject({ status: 'partially_refunded' });
    expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 70 });
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({
      gatewayStatus: 'paid',
      amountRefunded: 100,
    });
    const other = await begin(merchant, { providerKey: 'manual' });
    expect(await cancel(merchant, other)).toMatchObject({ status: 'cancelled' });
    expect(await refreshed(merchant, other.transactionId)).toMatchObject({ status: 'cancelled' });
  });

  it('can be refunded after the rest was cancelled, up to the captured amount', async () => {
    const merchant = await aTenant();
    const session = await begin(merchant, { providerKey: 'manual', amount: 100 });
    await capture(merchant, session, { amount: 30 });
    expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
    for (const action of ['capture', 'cancel'] as const)
      expect((await operate(merchant, action, session, { operationId: 'late' })).status).toBe(409);
    expect((await operate(merchant, 'refund', session, { amount: 30.01 })).status).toBe(409);
    expect(await refund(merchant, session, { amount: 10 })).toMatchObject({ status: 'partially_refunded' });
    expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 20 });
    expect((await operate(merchant, 'refund', session, { operationId: 'again' })).status).toBe(409);
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({
      amountReceived: 30,
      amountRefunded: 30,
    });
  });

  /** Leaves an operation as a process that died after it was recorded. */
  async function interrupt(
    { tenantId, organizationId }: TestCaller,
    { transactionId }: Pick<PaymentSession, 'transactionId'>,
    { action, amount, key }: { action: PaymentAction; amount?: number; key: string },
  ): Promise<void> {
    const requestHash = requestHashOf({ action, transactionId, amount });
    const id = operationIdOf(organizationId, key, requestHash);
    const payment = await findPayment({ tenantId }, transactionId);
    if (payment === undefined) throw new Error('The payment does not exist.');
    const amountMinor = (amount ?? 0) * 100;
    const longAgoMs = Date.now() - 60_000;
    const record = { id, action, transactionId, requestHash, amountMinor, attempt: 1 };
    await claimOperation(payment, operationFor(record, 'dead', longAgoMs), undefined, longAgoMs);
  }

  it.each([
    ['capture', 'capture', { amount: 60 }, 'capture', { amount: 100 }],
    ['capture', 'capture', { amount: 60 }, 'cancel', {}],
    ['refund', 'refund', { amount: 60 }, 'refund', { amount: 100 }],
    ['cancellation', 'cancel', {}, 'capture', { amount: 100 }],
  ] as const)('refuses an interrupted %s that another operation has made impossible', async (...given) => {
    const [, action, body, later, laterBody] = given;
    const merchant = await aTenant();
    const session = await begin(merchant, { providerKey: 'manual', amount: 100 });
    if (action === 'refund') await capture(merchant, session);
    await interrupt(merchant, session, { action, key: 'first', ...body });
    expect((await operate(merchant, later, session, laterBody)).status).toBe(200);
    const before = await statusOf(merchant, session.transactionId);
    const again = await operate(merchant, action, session, { operationId: 'first', ...body });
    expect(again).toMatchObject({ status: 409, body: { code: 'payment_state', status: before.status } });
    const { updatedAt: _, ...after } = await statusOf(merchant, session.transactionId);
    expect(before).toMatchObject(after);
  });

  it('finishes an interrupted capture that is still possible', async () => {
    const merchant = await aTenant();
    const session = await begin(merchant, { providerKey: 'manual', amount: 100 });
    await interrupt(merchant, session, { action: 'capture', amount: 60, key: 'first' });
    await capture(merchant, session, { amount: 40 });
    const again = await capture(merchant, session, { operationId: 'first', amount: 60 });
    expect(again).toMatchObject({ status: 'captured', capturedAmount: 100 });
  });
});

describe('a payment whose provider was removed from the deployment', () => {
  it('is shown as stored, and refuses operations', async () => {
    const merchant = await aTenant();
    const { transactionId } = await begin(merchant, { providerKey: 'manual' });
    const change = (providerKey: string) =>
      transact([{ set: paymentKey(merchant, transactionId), values: { providerKey } }]);
    await change('removed');
    expect(await statusOf(merchant, transactionId)).toMatchObject({ status: 'pending' });
    expect(await stored(merchant, transactionId)).toMatchObject({ providerKey: 'removed' });
    const refused = { status: 422, body: { code: 'unknown_payment_provider' } };
    for (const action of ['capture', 'refund', 'cancel', 'status'])
      expect(await merchant.api.post(`${paymentsPath}/${action}`, { body: { transactionId } })).toMatchObject(
        refused,
      );
    await change('manual');
    expect(await cancel(merchant, { transactionId })).toMatchObject({ status: 'cancelled' });
  });
});
