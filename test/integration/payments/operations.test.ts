import { describe, expect, it } from 'vitest';
import { requestHashOf } from '../../../shared/kernel/http/idempotency.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { paymentKey } from '../../../shared/modules/payments/keys.ts';
import { operationFor, operationIdOf } from '../../../shared/modules/payments/operations/operation.ts';
import { claimOperation, operationKey } from '../../../shared/modules/payments/operations/operation-store.ts';
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
  executed,
  operate,
  paymentsPath,
  refund,
  statusOf,
  stored,
} from '../../support/builders/payments.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('a payment by card', () => {
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

  it('refunds an equal amount again when a day has passed', async () => {
    const merchant = await aTenant();
    const session = await begin(merchant, { providerKey: 'manual', amount: 100 });
    await capture(merchant, session);
    const first = await refund(merchant, session, { amount: 10 });
    expect(await refund(merchant, session, { amount: 10 })).toEqual({ ...first, replayed: true });
    const { transactionId } = session;
    const hash = requestHashOf({ action: 'refund', transactionId, amount: 10 });
    const id = operationIdOf(merchant.organizationId, undefined, hash);
    await transact([{ set: operationKey(merchant, id), values: { expiresAtMs: Date.now() } }]);
    const { refundId } = await refund(merchant, session, { amount: 10 });
    expect(refundId).not.toBe(first.refundId);
    expect(await statusOf(merchant, transactionId)).toMatchObject({ amountRefunded: 20 });
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
