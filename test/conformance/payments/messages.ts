/** Conformance cases of payments: messages of Stripe. */
import { expect, inject } from 'vitest';
import { signatureOf } from '../../../lib/demo/stripe/delivery.ts';
import { logsOf, save } from '../../support/builders/integrations.ts';
import {
  aMessage,
  anAccount,
  begin,
  capture,
  confirm,
  connectToStripe,
  deliver,
  executed,
  onStripe,
  paymentsPath,
  refreshed,
  refund,
  stored,
  stripeControl,
} from '../../support/builders/payments.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import {
  aMerchant,
  aMerchantWithEvents,
  aPayment,
  aSilentPayment,
  aSilentSession,
} from '../support/merchants.ts';
import { aCaller, aSibling } from '../support/stage.ts';

const { proves } = casesOf('payments');

const becomes = (caller: TestCaller, transactionId: string, expected: object) =>
  expect.poll(() => stored(caller, transactionId)).toMatchObject(expected);
const historyOf = async (caller: TestCaller, transactionId: string) =>
  (await stored(caller, transactionId)).webhookLog.filter(({ source }) => source === 'webhook');
const messageTypes = async (caller: TestCaller, transactionId: string) =>
  (await historyOf(caller, transactionId)).map(({ eventType }) => eventType).toSorted();
const logged = async (caller: TestCaller, transactionId: string, level: string) =>
  (await logsOf(caller, `entityId=${transactionId}&level=${level}`)).map(({ message }) => message);

const intent = (id: string, status: string, more: Record<string, unknown> = {}) => ({
  ...{ id, object: 'payment_intent', status, amount: 4_990, amount_received: 0, currency: 'eur' },
  ...more,
});
const succeeded = (id: string, more = {}) =>
  aMessage(
    'payment_intent.succeeded',
    intent(id, 'succeeded', { amount_received: 4_990, latest_charge: 'ch_1' }),
    more,
  );

/** The headers of a text that Stripe signed. */
function signed(body: string) {
  const timestamp = Math.floor(Date.now() / 1_000);
  return { signature: { 'stripe-signature': signatureOf(inject('stripe').webhookSecret, timestamp, body) } };
}

proves('messages', async () => {
  const { merchant, session } = await aPayment();
  const { transactionId, sessionId } = session;
  await confirm(session);
  const authorized = { unifiedStatus: 'authorized', gatewayStatus: 'requires_capture' };
  await becomes(merchant, transactionId, authorized);
  await capture(merchant, session);
  await refund(merchant, session, { amount: 10 });
  await expect
    .poll(() => messageTypes(merchant, transactionId))
    .toEqual(['charge.refunded', 'payment_intent.amount_capturable_updated', 'payment_intent.succeeded']);
  expect(await stored(merchant, transactionId)).toMatchObject({
    unifiedStatus: 'partially_refunded',
    amountRefunded: '10.00',
    lastWebhookAt: expect.any(String),
  });
  expect(await executed({ sessionId }, 'capture')).toHaveLength(1);
});

proves('message-of-release', async () => {
  const { merchant, session } = await aPayment();
  const { transactionId } = session;
  await confirm(session);
  await becomes(merchant, transactionId, { unifiedStatus: 'authorized' });
  await capture(merchant, session, { amount: 20 });
  const arrived = expect.arrayContaining(['charge.refund.updated', 'charge.refunded']);
  await expect.poll(() => messageTypes(merchant, transactionId)).toEqual(arrived);
  expect(await stored(merchant, transactionId)).toMatchObject({
    ...{ unifiedStatus: 'captured', amountReceived: '20.00', amountRefunded: '0.00', refunds: [] },
  });
  expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 20 });
});

proves('message-order', async () => {
  const { merchant, session } = await aPayment({ captureMethod: 'automatic' });
  await onStripe({ intent: session.sessionId, duplicate: 3, reorder: true });
  expect(await confirm(session, 'pm_card_chargeDeclined')).toBe(402);
  await confirm(session);
  await expect.poll(async () => (await historyOf(merchant, session.transactionId)).length).toBe(2);
  const captured = { unifiedStatus: 'captured', amountReceived: '49.90' };
  expect(await stored(merchant, session.transactionId)).toMatchObject(captured);
});

proves('refund-again', async () => {
  const { merchant, session } = await aPayment({ captureMethod: 'automatic' });
  await confirm(session, 'pm_card_refundFail');
  await becomes(merchant, session.transactionId, { unifiedStatus: 'captured' });
  const returned = { unifiedStatus: 'captured', amountRefunded: '0.00' };
  const refundIds = new Set<string>();
  for (const body of [{}, {}, { operationId: 'third' }]) {
    refundIds.add((await refund(merchant, session, body)).refundId);
    await becomes(merchant, session.transactionId, returned);
  }
  expect(refundIds.size).toBe(3);
  const { refundId, replayed } = await refund(merchant, session, { operationId: 'third' });
  expect([refundIds.has(refundId), replayed]).toEqual([true, true]);
});

proves('message-of-refund', async () => {
  const { merchant, session } = await aPayment({ captureMethod: 'automatic' });
  const { transactionId } = session;
  await confirm(session, 'pm_card_refundFail');
  await becomes(merchant, transactionId, { unifiedStatus: 'captured' });
  expect(await refund(merchant, session)).toMatchObject({ status: 'refunded' });
  // The bank returns it, and the payment has its previous state.
  await becomes(merchant, transactionId, {
    unifiedStatus: 'captured',
    amountRefunded: '0.00',
    refunds: [{ status: 'failed', amount: '49.90' }],
  });
  const counted = aMessage('charge.refunded', {
    id: 'ch_1',
    payment_intent: session.sessionId,
    amount: 4_990,
    amount_captured: 4_990,
    amount_refunded: 4_990 + 1_000,
  });
  expect((await deliver(counted)).status).toBe(202);
  await becomes(merchant, transactionId, { unifiedStatus: 'partially_refunded', amountRefunded: '10.00' });
});

proves('dispute', async () => {
  const merchant = await aMerchantWithEvents();
  const session = await begin(merchant, { captureMethod: 'automatic' });
  const { transactionId } = session;
  await confirm(session, 'pm_card_createDispute');
  await becomes(merchant, transactionId, { unifiedStatus: 'captured', isDisputed: true });
  const [dispute] = (await stored(merchant, transactionId)).disputes;
  expect(dispute).toMatchObject({ amount: '49.90', status: 'needs_response', isClosed: false });
  const notices = async () =>
    (await merchant.api.get<{ items: { type: string; title: string }[] }>('/api/notifications')).body.items;
  await expect
    .poll(async () => (await notices()).map(({ type, title }) => [type, title]))
    .toEqual([['payment_gateways.payment.disputed', 'A payment of 49.9 EUR is disputed']]);
  await stripeControl('POST', '/disputes/close', { dispute: dispute?.id, status: 'won' });
  await becomes(merchant, transactionId, {
    unifiedStatus: 'captured',
    isDisputed: false,
    disputes: [{ id: dispute?.id, status: 'won', isClosed: true }],
  });
});

proves('message-of-others', async () => {
  const merchant = await aMerchant();
  const { tenantId, organizationId } = merchant;
  const registeredFor = { tenantId, organizationId };
  const unknown = succeeded('pi_of_another_system');
  const ofNoPayment = aMessage('customer.created', { id: 'cus_1', object: 'customer' });
  for (const message of [unknown, ofNoPayment]) {
    const answer = await deliver(message, { registeredFor });
    expect([answer.status, answer.body]).toEqual([202, { received: true, ignored: true }]);
    expect((await deliver(message)).status).toBe(401);
    expect((await deliver(message, { registeredFor, secret: 'whsec_another' })).status).toBe(401);
  }
  expect((await deliver({ object: 'nothing' }, { registeredFor })).status).toBe(400);
  // An organization without a secret verifies nothing.
  const { tenantId: elsewhere, organizationId: other } = await aCaller();
  const stranger = { tenantId: elsewhere, organizationId: other };
  expect((await deliver(unknown, { registeredFor: stranger, secret: '' })).status).toBe(401);
  const { transactionId, sessionId } = await aSilentSession(merchant);
  const known = await deliver(succeeded(sessionId), { registeredFor });
  expect([known.status, known.body]).toEqual([202, { received: true, queued: true }]);
  await becomes(merchant, transactionId, { unifiedStatus: 'captured' });
});

proves('message-once', async () => {
  const { merchant, session } = await aSilentPayment();
  const { transactionId, sessionId } = session;
  const message = succeeded(sessionId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(message)));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array(10).fill([202, { received: true, queued: true }]),
  );
  await becomes(merchant, transactionId, { unifiedStatus: 'captured' });
  const ignored = 'Message payment_intent.succeeded: duplicate';
  await expect.poll(() => logged(merchant, transactionId, 'info')).toContain(ignored);
  const processed = { idempotencyKey: message.id, unifiedStatus: 'captured', processed: true };
  const eventType = 'payment_intent.succeeded';
  expect(await historyOf(merchant, transactionId)).toMatchObject([{ eventType, ...processed }]);
});

proves('message-outdated', async () => {
  const { merchant, session } = await aSilentPayment();
  const { transactionId, sessionId } = session;
  await deliver(aMessage('payment_intent.canceled', intent(sessionId, 'canceled')));
  await becomes(merchant, transactionId, { unifiedStatus: 'cancelled' });
  await deliver(succeeded(sessionId));
  const ignored = ['Message payment_intent.succeeded: no transition'];
  await expect.poll(() => logged(merchant, transactionId, 'warn')).toEqual(ignored);
  expect(await stored(merchant, transactionId)).toMatchObject({ unifiedStatus: 'cancelled' });
});

proves('message-odd', async () => {
  const { merchant, session } = await aSilentPayment();
  const { transactionId, sessionId } = session;
  const huge = 'x'.repeat(200_000);
  const refund = (fields: object) =>
    aMessage('charge.refund.updated', { id: 're_1', payment_intent: sessionId, amount: 1, ...fields });
  const pending = Array.from({ length: 120 }, (_, n) => ({ id: `re_${n}`, amount: 1, status: 'pending' }));
  const charge = (refunds: object[]) =>
    aMessage('charge.refunded', { id: 'ch_1', payment_intent: sessionId, refunds: { data: refunds } });
  const messages = [
    refund({ status: 'constructor' }),
    refund({ status: '__proto__', reason: huge }),
    refund({ amount: 1e300, metadata: { operation: huge } }),
    charge(pending.slice(0, 60)),
    charge(pending.slice(60)),
    charge(pending.map((one) => ({ ...one, status: 'succeeded' }))),
    ...[1, 2].map((number) =>
      aMessage('charge.dispute.created', {
        ...{ id: `dp_${number}`, payment_intent: sessionId, amount: -1, status: huge },
      }),
    ),
    aMessage('payment_intent.processing', intent(sessionId, huge), { created: 10 ** 15 }),
    aMessage('payment_intent.processing', intent(sessionId, 'toString'), { created: -1 }),
    aMessage('\0', { id: sessionId, '': { '': null } }),
  ];
  for (const message of messages) expect((await deliver(message)).status).toBe(202);
  const keysOf = async () =>
    (await historyOf(merchant, transactionId)).map(({ idempotencyKey }) => idempotencyKey).toSorted();
  await expect.poll(keysOf).toEqual(messages.map(({ id }) => id).toSorted());
  for (const name of ['id', 'type'] as const)
    expect((await deliver({ ...succeeded(sessionId), [name]: huge })).status).toBe(401);
  await deliver(succeeded(sessionId));
  await becomes(merchant, transactionId, { amountReceived: '49.90' });
});

proves('message-forged', async () => {
  const { merchant, session } = await aSilentPayment();
  const { transactionId, sessionId: id } = session;
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const attempts: Readonly<Record<string, ReturnType<typeof deliver>>> = {
    'with another secret': deliver(succeeded(id), { secret: 'whsec_guessed' }),
    'signed long ago': deliver(succeeded(id), { timestamp: nowSeconds - 400 }),
    'signed in the future': deliver(succeeded(id), { timestamp: nowSeconds + 400 }),
    'without a signature': deliver(succeeded(id), { headers: { 'stripe-signature': '' } }),
    'with a malformed signature': deliver(succeeded(id), { headers: { 'stripe-signature': 't=,v1=' } }),
    'about an unknown payment': deliver(succeeded('pi_unknown')),
    'about nothing': deliver({ id: 'evt_1', type: 'x' }),
    'that is not JSON': deliver('{'),
    'that is a list': deliver('[]'),
    'that is empty': deliver(''),
    'without an id': deliver({ ...succeeded(id), id: undefined }),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    const { status, body } = await attempt;
    const error = 'The signature of the message could not be verified.';
    expect([name, status, body]).toEqual([name, 401, { error, code: 'signature_invalid' }]);
  }
  const untouched = { unifiedStatus: 'pending', lastWebhookAt: null };
  expect(await stored(merchant, transactionId)).toMatchObject(untouched);
});

proves('message-bytes', async () => {
  const { session } = await aSilentPayment();
  const genuine = JSON.stringify(succeeded(session.sessionId));
  const { signature } = signed(genuine);
  const forged = genuine.replace('4990', '1');
  const answer = await send('POST', `${paymentsPath}/webhook/stripe`, { body: forged, headers: signature });
  expect(answer.status).toBe(401);
});

proves('message-tenant', async () => {
  const { merchant: victim, session } = await aSilentPayment();
  const [attacker, account] = [await aCaller(), await anAccount()];
  await connectToStripe(attacker, account);
  const { transactionId, sessionId } = session;
  const { tenantId, organizationId } = attacker;
  const metadata = { tenantId, organizationId, transactionId };
  const paid = intent(sessionId, 'succeeded', { amount_received: 4_990, metadata });
  const forged = aMessage('payment_intent.succeeded', paid);
  expect((await deliver(forged, { secret: account.webhookSecret })).status).toBe(401);
  // Authentic, but with another tenant in its metadata: it belongs to the tenant of the row.
  expect((await deliver(forged)).status).toBe(202);
  await becomes(victim, transactionId, { unifiedStatus: 'captured' });
});

proves('message-url', async () => {
  const merchant = await aMerchant();
  const shown = async (id: string) =>
    (await merchant.api.get<{ webhookUrl: string | null }>(`/api/integrations/${id}`)).body.webhookUrl;
  const url = new URL(String(await shown('gateway_stripe')));
  const { tenantId, organizationId } = merchant;
  expect(url.pathname).toBe(`${paymentsPath}/webhook/stripe`);
  expect(Object.fromEntries(url.searchParams)).toEqual({ tenantId, organizationId });
  const body = JSON.stringify(succeeded('pi_begun_elsewhere'));
  const { signature: headers } = signed(body);
  const sent = await send('POST', `${url.pathname}${url.search}`, { body, headers });
  expect([sent.status, sent.body]).toEqual([202, { received: true, ignored: true }]);
  expect(await shown('sync_http_json')).toBeNull();
});

proves('message-provider', async () => {
  for (const provider of ['paypal', 'manual', 'toString'])
    expect((await deliver(succeeded('pi_1'), { provider })).status).toBe(404);
});

proves('message-numbers', async () => {
  const { sessionId } = (await aSilentPayment()).session;
  const numbers = Array(50_000).fill('1e20').join();
  const message = `{"id":"evt_1","type":"a","data":{"object":{"id":"${sessionId}","x":[${numbers}]}}}`;
  expect((await deliver(message)).status).toBe(413);
});

proves('message-size', async () => {
  const padding = 'x'.repeat(300_000);
  expect((await deliver({ ...succeeded('pi_1'), padding })).status).toBe(413);
});

proves('message-secrets', async () => {
  const { merchant, session } = await aSilentPayment();
  const { transactionId, sessionId } = session;
  const before = aMessage('payment_intent.requires_action', intent(sessionId, 'requires_action'));
  expect((await deliver(before)).status).toBe(202);
  const { secretKey, webhookSecret } = inject('stripe');
  await save(merchant, 'gateway_stripe', { secretKey, webhookSecret: `whsec_new ${webhookSecret}` });
  expect((await deliver(succeeded(sessionId), { secret: 'whsec_new' })).status).toBe(202);
  expect((await deliver(succeeded(sessionId))).status).toBe(202);
  await becomes(merchant, transactionId, { unifiedStatus: 'captured' });
});

proves('shared-account', async () => {
  const owner = await aMerchant();
  const sibling = await aSibling(owner);
  await connectToStripe(sibling);
  const [here, there] = [await aSilentSession(owner), await aSilentSession(sibling)];
  await deliver(succeeded(there.sessionId));
  await becomes(sibling, there.transactionId, { unifiedStatus: 'captured' });
  expect(await stored(owner, here.transactionId)).toMatchObject({ unifiedStatus: 'pending' });
});

proves('pending-refund', async () => {
  const { merchant, session } = await aSilentPayment({ captureMethod: 'automatic' });
  await confirm(session, 'pm_card_pendingRefund');
  await refreshed(merchant, session.transactionId);
  const answer = await refund(merchant, session, { amount: 20 });
  expect(answer).toMatchObject({ status: 'captured', refundStatus: 'pending', refundedAmount: 20 });
  await expect
    .poll(async () => (await refreshed(merchant, session.transactionId)).status)
    .toBe('partially_refunded');
});
