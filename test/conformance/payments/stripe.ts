/** Conformance cases of payments by card: sessions, operations and pages of Stripe. */
import { expect } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import type { PaymentState } from '../../../shared/modules/payments/state-contract.ts';
import { logsOf, save, turn } from '../../support/builders/integrations.ts';
import {
  aCaptured,
  anAuthorized,
  begin,
  cancel,
  capture,
  confirm,
  connectToStripe,
  executed,
  onStripe,
  operate,
  paymentsPath,
  refreshed,
  refund,
  sessionBody,
  statusOf,
  stored,
} from '../../support/builders/payments.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aMerchant, aPayment, aSilentPayment } from '../support/merchants.ts';
import { aCaller } from '../support/stage.ts';

const { proves } = casesOf('payments');

const sessions = `${paymentsPath}/sessions`;
const post = (body: unknown) => (api: Api) => api.post(sessions, { body });

const successUrl = 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}';
const cancelUrl = 'https://shop.example.com/cart';
const onPage = { mode: 'redirect', successUrl, cancelUrl, description: 'Order <SO-1>' };
const pageOf = ({ redirectUrl = '' }: Pick<PaymentSession, 'redirectUrl'>) => fetch(redirectUrl);
const becomes = (caller: TestCaller, id: string, expected: object) =>
  expect.poll(() => stored(caller, id)).toMatchObject(expected);
/** The request that the form of the page sends. */
const pay = ({ redirectUrl = '' }: Pick<PaymentSession, 'redirectUrl'>, card = 'pm_card_visa') =>
  fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });

proves('by-card', async () => {
  const { merchant, session } = await aPayment({ description: 'Order SO-1', metadata: { channel: 'web' } });
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
    ...{ status: 'authorized', gatewayStatus: 'requires_capture' },
    ...{ amount: 49.9, amountReceived: 0, currencyCode: 'EUR' },
  });
  expect(await capture(merchant, session)).toMatchObject({ status: 'captured', capturedAmount: 49.9 });
  const first = await refund(merchant, session, { amount: 9.9, reason: 'one item' });
  const partly = { status: 'partially_refunded', refundedAmount: 9.9, refundStatus: 'succeeded' };
  expect(first).toMatchObject(partly);
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

proves('partial-capture', async () => {
  const merchant = await aMerchant();
  const session = await anAuthorized(merchant);
  const captured = { status: 'captured', capturedAmount: 20 };
  expect(await capture(merchant, session, { amount: 20 })).toMatchObject(captured);
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

proves('stale-news', async () => {
  const { merchant, session } = await aSilentPayment();
  await confirm(session);
  const { headers } = await merchant.api.get(`${paymentsPath}/transactions/${session.transactionId}`);
  const ifMatch = { 'if-match': String(headers.get('etag')) };
  expect((await operate(merchant, 'capture', session, {}, ifMatch)).body.code).toBe('stale');
  expect(await capture(merchant, session)).toMatchObject({ status: 'captured' });
});

proves('cancel-in-time', async () => {
  const merchant = await aMerchant();
  for (const session of [await begin(merchant), await anAuthorized(merchant)]) {
    expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
    const late = await operate(merchant, 'capture', session);
    expect([late.status, late.body.status]).toEqual([409, 'cancelled']);
  }
  expect((await operate(merchant, 'cancel', await aCaptured(merchant))).status).toBe(409);
});

proves('capture-authorized', async () => {
  const { merchant, session } = await aSilentPayment();
  expect((await operate(merchant, 'capture', session)).status).toBe(409);
  expect(await executed(session, 'capture')).toEqual([]);
  await confirm(session);
  expect(await capture(merchant, session)).toMatchObject({ status: 'captured' });
});

proves('declined-once', async () => {
  const { merchant, session } = await aSilentPayment({ captureMethod: 'automatic' });
  expect(await confirm(session, 'pm_card_chargeDeclined')).toBe(402);
  expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'failed' });
  await confirm(session);
  const captured = { status: 'captured', amountReceived: 49.9 };
  expect(await refreshed(merchant, session.transactionId)).toMatchObject(captured);
});

proves('currency', async () => {
  const merchant = await aMerchant();
  for (const [amount, currencyCode] of [
    [500, 'JPY'],
    [1.23, 'KWD'],
    [5, 'ISK'],
    [19.99, 'usd'],
  ] as const) {
    const session = await aCaptured(merchant, { amount, currencyCode });
    const paid = { amount, amountReceived: amount, currencyCode: currencyCode.toUpperCase() };
    const status = await statusOf(merchant, session.transactionId);
    expect(status).toMatchObject({ ...paid, status: 'captured' });
  }
});

proves('provider-amount', async () => {
  const merchant = await aMerchant();
  const third = sessionBody({ amount: 1.234, currencyCode: 'KWD' });
  expect(await post(third)(merchant.api)).toMatchObject({ status: 422, body: { code: 'invalid_payment' } });
  for (const [currencyCode, amount] of [
    ['MGA', 1.55],
    ['KWD', 1.234],
  ] as const) {
    const session = await anAuthorized(merchant, { amount: 100, currencyCode });
    const details = [{ field: 'amount', message: expect.stringContaining('Stripe') }];
    const refused = { status: 422, body: { code: 'invalid_payment', details } };
    expect(await operate(merchant, 'capture', session, { amount })).toMatchObject(refused);
    await capture(merchant, session, { amount: 50 });
    expect(await operate(merchant, 'refund', session, { amount })).toMatchObject(refused);
  }
});

proves('provider-needed', async () => {
  const merchant = await aCaller();
  const { api } = merchant;
  const providers = async () =>
    (await api.get<{ configurationStatus: string }>(`${paymentsPath}/providers/stripe`)).body
      .configurationStatus;
  expect(await providers()).toBe('missing_credentials');
  expect((await post(sessionBody())(api)).body).toMatchObject({ code: 'payment_provider_unavailable' });
  await connectToStripe(merchant);
  expect(await providers()).toBe('configured');
  await turn(merchant, 'gateway_stripe', { isEnabled: false });
  expect(await providers()).toBe('disabled');
  expect((await post(sessionBody())(api)).status).toBe(422);
  const all = await api.get<{ items: { providerKey: string; isConfigured: boolean }[] }>(
    `${paymentsPath}/providers`,
  );
  // A team's own providers follow.
  expect(all.body.items.slice(0, 2)).toMatchObject([
    { providerKey: 'stripe', isConfigured: false },
    { providerKey: 'manual', isConfigured: true },
  ]);
  expect((await api.get(`${paymentsPath}/providers/paypal`)).status).toBe(404);
});

proves('provider-refusal', async () => {
  const merchant = await aMerchant();
  const body = sessionBody({ amount: 5_000_000 });
  const named = { 'idempotency-key': 'refused' };
  const refused = { status: 422, body: { code: 'invalid_payment' } };
  for (const headers of [{}, named, named])
    expect(await merchant.api.post(sessions, { body, headers })).toMatchObject(refused);
});

proves('credentials-refused', async () => {
  for (const path of ['sessions', 'capture', 'refund', 'cancel', 'status']) {
    const merchant = await aMerchant();
    const session = path === 'refund' ? await aCaptured(merchant) : await anAuthorized(merchant);
    await save(merchant, 'gateway_stripe', { secretKey: 'sk_test_unknown' });
    const body = path === 'sessions' ? sessionBody() : { transactionId: session.transactionId };
    const answer = await merchant.api.post(`${paymentsPath}/${path}`, { body });
    expect([path, answer.status, answer.body.code]).toEqual([path, 502, 'payment_provider_failed']);
    const state = (await merchant.api.get('/api/integrations/gateway_stripe')).body.state;
    expect(state).toMatchObject({ reauthRequired: true });
  }
});

proves('history', async () => {
  const merchant = await aMerchant();
  const session = await aCaptured(merchant);
  const { body } = await merchant.api.get<{
    transaction: { webhookLog: { eventType: string; amount: string | null; actor: string | null }[] };
    logs: { message: string }[];
  }>(`${paymentsPath}/transactions/${session.transactionId}`);
  const subject = `api_key:${merchant.keyId}`;
  expect(body.transaction.webhookLog).toMatchObject([
    { eventType: 'capture', actor: subject, amount: '49.90' },
    { eventType: 'refresh', actor: subject, amount: null },
    { eventType: 'session', actor: subject, amount: '49.90' },
  ]);
  expect(body.logs.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Captured by api_key:/),
    expect.stringContaining('from pending to authorized'),
    'Session created',
  ]);
  expect(JSON.stringify(body)).not.toContain(session.clientSecret);
  const about = { entityType: 'payment_transaction', entityId: session.transactionId };
  const scoped = { scopeEntityType: about.entityType, scopeEntityId: about.entityId };
  const logs = await logsOf(merchant, `entityId=${session.transactionId}`);
  expect(logs).toMatchObject(Array.from({ length: 3 }, () => ({ ...about, ...scoped })));
});

proves('status-query', async () => {
  const { merchant, session } = await aSilentPayment({ captureMethod: 'automatic' });
  expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
  await confirm(session);
  // Queried a moment ago.
  expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
  expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'captured' });
});

proves('status-stored', async () => {
  const { merchant, session } = await aPayment();
  await onStripe({ intent: session.sessionId, fail: { kind: 'error500', times: 4 } });
  expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
  const answer = await merchant.api.post<PaymentState>(`${paymentsPath}/status`, {
    body: { transactionId: session.transactionId },
  });
  expect([answer.status, answer.body]).toMatchObject([502, { code: 'payment_provider_failed' }]);
  const [entry] = await logsOf(merchant, `entityId=${session.transactionId}&level=error`);
  expect(entry?.message).toMatch(/^refresh failed/);
});

proves('page', async () => {
  const { merchant, session } = await aPayment({ ...onPage, captureMethod: 'automatic' });
  expect(session).toMatchObject({ status: 'pending', sessionId: expect.stringMatching(/^cs_/) });
  expect(session).not.toHaveProperty('clientSecret');
  const page = await (await pageOf(session)).text();
  expect(page).toContain('Order &lt;SO-1&gt;');
  expect(page).toContain('€49.90');
  expect(page).toContain(`href="${cancelUrl}"`);
  const paid = await pay(session);
  expect([paid.status, paid.headers.get('location')]).toEqual([
    303,
    `https://shop.example.com/thanks?session=${session.sessionId}`,
  ]);
  await becomes(merchant, session.transactionId, {
    ...{ unifiedStatus: 'captured', amountReceived: '49.90' },
    providerSessionId: session.sessionId,
  });
  expect((await pay(session)).status).toBe(409);
  expect(await refund(merchant, session, { amount: 10 })).toMatchObject({ status: 'partially_refunded' });
});

proves('page-authorization', async () => {
  const { merchant, session } = await aPayment(onPage);
  await pay(session);
  expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'authorized' });
  expect(await capture(merchant, session, { amount: 20 })).toMatchObject({ capturedAmount: 20 });
  const [intent] = (await stored(merchant, session.transactionId)).webhookLog;
  expect(intent).toBeDefined();
  expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 20 });
});

proves('page-declined', async () => {
  const { merchant, session } = await aPayment({ ...onPage, captureMethod: 'automatic' });
  const declined = await pay(session, 'pm_card_chargeDeclined');
  expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('declined')]);
  expect((await pay(session)).status).toBe(303);
  await becomes(merchant, session.transactionId, { unifiedStatus: 'captured' });
});

proves('page-cancelled', async () => {
  const { merchant, session } = await aPayment(onPage);
  expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
  expect(await (await pageOf(session)).text()).toContain('expired');
  expect((await pay(session)).status).toBe(409);
});

proves('page-voided', async () => {
  const { merchant, session } = await aPayment(onPage);
  await pay(session);
  expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'authorized' });
  expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
});

proves<[string, Record<string, unknown>, string]>(
  'page-refused',
  [
    ['without a return URL', { mode: 'redirect' }, 'successUrl'],
    ['of a provider without a page', { ...onPage, providerKey: 'manual' }, 'mode'],
    ['of an unknown kind', { ...onPage, mode: 'popup' }, 'mode'],
  ],
  async ([_, input, field]) => {
    const { api } = await aMerchant();
    const answer = await post(sessionBody(input))(api);
    expect(answer).toMatchObject({ status: 422, body: { details: [{ field }] } });
  },
);
