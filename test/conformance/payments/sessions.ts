/** Conformance cases of payments: sessions and operations. */
import { expect } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import {
  aMessage,
  begin,
  cancel,
  capture,
  deliver,
  listed,
  operate,
  paymentsPath,
  refreshed,
  refund,
  sessionBody,
  statusOf,
  stored,
} from '../../support/builders/payments.ts';
import type { Api, RequestOptions } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver } from '../support/receivers.ts';
import { aCaller, aKey, aSibling, aTenant, aTenantWithEvents, theCaller } from '../support/stage.ts';

const { proves } = casesOf('payments');

const sessions = `${paymentsPath}/sessions`;
const post =
  (body: unknown, headers = {}) =>
  (api: Api) =>
    api.post(sessions, { body, headers });
const byHand = (input: object = {}) => ({ providerKey: 'manual', ...input });

proves('by-hand', async () => {
  const merchant = await aCaller();
  const session = await begin(merchant, { providerKey: 'manual', amount: 100 });
  expect(session).toMatchObject({ status: 'pending' });
  expect(session).not.toHaveProperty('clientSecret');
  expect((await operate(merchant, 'refund', session)).status).toBe(409);
  const partly = { status: 'partially_captured', capturedAmount: 40 };
  expect(await capture(merchant, session, { amount: 40 })).toMatchObject(partly);
  expect((await operate(merchant, 'capture', session, { amount: 60.01 })).status).toBe(409);
  expect(await capture(merchant, session)).toMatchObject({ status: 'captured', capturedAmount: 100 });
  expect(await refund(merchant, session, { amount: 30 })).toMatchObject({ status: 'partially_refunded' });
  expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 70 });
  const returned = { gatewayStatus: 'paid', amountRefunded: 100 };
  expect(await statusOf(merchant, session.transactionId)).toMatchObject(returned);
  const other = await begin(merchant, { providerKey: 'manual' });
  expect(await cancel(merchant, other)).toMatchObject({ status: 'cancelled' });
  expect(await refreshed(merchant, other.transactionId)).toMatchObject({ status: 'cancelled' });
});

proves('cancelled-rest', async () => {
  const merchant = await aCaller();
  const session = await begin(merchant, { providerKey: 'manual', amount: 100 });
  await capture(merchant, session, { amount: 30 });
  expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
  for (const action of ['capture', 'cancel'] as const)
    expect((await operate(merchant, action, session, { operationId: 'late' })).status).toBe(409);
  expect((await operate(merchant, 'refund', session, { amount: 30.01 })).status).toBe(409);
  expect(await refund(merchant, session, { amount: 10 })).toMatchObject({ status: 'partially_refunded' });
  expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 20 });
  expect((await operate(merchant, 'refund', session, { operationId: 'again' })).status).toBe(409);
  const returned = { amountReceived: 30, amountRefunded: 30 };
  expect(await statusOf(merchant, session.transactionId)).toMatchObject(returned);
});

proves('session-amount-text', async () => {
  const { api } = await aCaller();
  const text = JSON.stringify(sessionBody({ amount: 10 }));
  expect((await post(text.replace('"amount":10', '"amount":1e1'))(api)).status).toBe(422);
  expect((await post(text.replace('"amount":10', '"amount":'))(api)).status).toBe(400);
  expect((await post(text, { 'idempotency-key': 'x'.repeat(256) })(api)).status).toBe(422);
});

proves('payment-list', async () => {
  const merchant = await aCaller();
  const made = [];
  for (const amount of [10, 20, 30]) made.push(await begin(merchant, { providerKey: 'manual', amount }));
  const [first, second] = made;
  await capture(merchant, first as PaymentSession);
  await cancel(merchant, second as PaymentSession);
  const amounts = async (query: string) => (await listed(merchant, query)).items.map(({ amount }) => amount);
  expect(await amounts('')).toEqual(['30.00', '20.00', '10.00']);
  expect(await amounts('sortField=createdAt&sortDir=asc')).toEqual(['10.00', '20.00', '30.00']);
  expect(await amounts('status=captured')).toEqual(['10.00']);
  expect(await amounts('providerKey=stripe')).toEqual([]);
  expect(await amounts(`id=${second?.transactionId}`)).toEqual(['20.00']);
  expect(await amounts(`id=${second?.paymentId}`)).toEqual([]);
  expect(await amounts(`search=${second?.paymentId.toUpperCase()}`)).toEqual(['20.00']);
  expect(await amounts(`search=${first?.sessionId}`)).toEqual(['10.00']);
  const middle = (await stored(merchant, String(second?.transactionId))).createdAt;
  expect(await amounts(`from=${middle}`)).toEqual(['30.00', '20.00']);
  expect(await amounts(`to=${middle}`)).toEqual(['20.00', '10.00']);
  expect(await amounts('to=2020-01-01')).toEqual([]);
  expect(await amounts('pageSize=1&page=2')).toEqual(['20.00']);
  expect(await amounts('page=9')).toEqual([]);
  for (const query of ['status=lost', 'pageSize=201', 'page=0', 'from=2020-01-02&to=2020-01-01'])
    expect((await merchant.api.get(`${paymentsPath}/transactions?${query}`)).status).toBe(400);
  const file = await merchant.api.get<string>(`${paymentsPath}/transactions?format=csv&status=cancelled`);
  expect(String(file.body).trim().split('\n')).toHaveLength(2);
});

const wrong: Readonly<Record<string, Record<string, unknown>>> = {
  'a text': { amount: '10.00' },
  'no amount': { amount: undefined },
  zero: { amount: 0 },
  'a negative amount': { amount: -1 },
  'a third decimal': { amount: 10.005 },
  'decimals of a currency without decimals': { amount: 10.5, currencyCode: 'JPY' },
  'an amount above the maximum': { amount: 1e12 },
  'an unknown currency': { currencyCode: 'XXX' },
  'an incomplete currency': { currencyCode: 'EU' },
  'an unknown capture method': { captureMethod: 'later' },
  'the URL of a script': { successUrl: 'javascript:alert(1)' },
  'an invalid order id': { orderId: 'SO-1' },
  'metadata that is a list': { metadata: [] },
  'an unknown provider': { providerKey: 'paypal' },
  'no provider': { providerKey: undefined },
};

proves('session-refused', Object.keys(wrong), async (name) => {
  const { api } = await theCaller();
  const answer = await post(sessionBody({ ...byHand(), ...wrong[name] }))(api);
  expect(answer).toMatchObject({
    ...{ status: 422, body: { details: [{ field: expect.any(String), message: expect.any(String) }] } },
  });
});

proves('unknown-provider', async () => {
  const { api } = await theCaller();
  expect((await post(sessionBody({ providerKey: 'paypal' }))(api)).body).toMatchObject({
    code: 'unknown_payment_provider',
    details: [{ field: 'providerKey', message: expect.stringContaining('manual') }],
  });
  expect((await api.get(`${paymentsPath}/providers/paypal`)).status).toBe(404);
});

proves('session-key', async () => {
  const caller = await aCaller();
  const headers = { 'idempotency-key': 'order-1' };
  const start = (input: object = {}) => post(sessionBody(byHand(input)), headers)(caller.api);
  const answers = await Promise.all(Array.from({ length: 4 }, () => start()));
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body);
  expect(new Set(made.map(({ transactionId }) => transactionId)).size).toBe(1);
  const [first] = made.filter(({ replayed }) => replayed === undefined);
  const again = await start();
  expect(again.body).toEqual({ ...first, replayed: true });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await start({ amount: 50 })).toMatchObject({
    ...{ status: 409, body: { code: 'payment_operation_conflict', operationId: 'order-1' } },
  });
  expect((await listed(caller)).total).toBe(1);
  const other = await aSibling(caller);
  expect((await post(sessionBody(byHand()), headers)(other.api)).status).toBe(201);
});

async function aPaid(input: object = {}) {
  const caller = await aCaller();
  const session = await begin(caller, byHand({ amount: 49.9, ...input }));
  await capture(caller, session);
  return { caller, session };
}

proves('operation-key', async () => {
  const { caller, session } = await aPaid();
  const first = await operate(caller, 'refund', session, { amount: 5, operationId: 'one' });
  const header = { 'idempotency-key': 'one' };
  const again = await operate(caller, 'refund', session, { amount: 5 }, header);
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  const conflict = { status: 409, body: { code: 'payment_operation_conflict', operationId: 'one' } };
  expect(await operate(caller, 'refund', session, { amount: 6 }, header)).toMatchObject(conflict);
  expect((await operate(caller, 'cancel', session, {}, header)).status).toBe(409);
  const second = await operate(caller, 'refund', session, { amount: 5, operationId: 'two' });
  expect(second.body.refundId).not.toBe(first.body.refundId);
  expect(await statusOf(caller, session.transactionId)).toMatchObject({ amountRefunded: 10 });
});

proves('equal-operation', async () => {
  const { caller, session } = await aPaid();
  const first = await refund(caller, session, { amount: 10 });
  expect(await refund(caller, session, { amount: 10 })).toEqual({ ...first, replayed: true });
  const other = await refund(caller, session, { amount: 10, operationId: 'second' });
  expect(other.replayed).toBeUndefined();
  expect(await capture(caller, session)).toMatchObject({ status: expect.any(String), replayed: true });
});

proves('parallel-operations', async () => {
  const { caller, session } = await aPaid();
  const ask = (operationId: string) => operate(caller, 'refund', session, { amount: 20, operationId });
  const answers = await Promise.all(['a', 'a', 'b', 'c', 'd'].map(ask));
  for (const { status, body, headers } of answers) {
    expect([200, 409]).toContain(status);
    if (body.code === 'payment_operation_in_progress') expect(headers.get('retry-after')).toBe('2');
  }
  const { refunds, amountRefunded } = await stored(caller, session.transactionId);
  expect(refunds.length).toBeLessThanOrEqual(2);
  expect(Number(amountRefunded)).toBe(refunds.length * 20);
});

proves(
  'operation-refused',
  [{ operationId: '' }, { amount: '5' }, { amount: 0.001 }, { amount: 0 }],
  async (body: Record<string, unknown>) => {
    const { caller, session } = await aPaid();
    const refused = { status: 422, body: { code: 'invalid_payment' } };
    expect(await operate(caller, 'refund', session, body)).toMatchObject(refused);
  },
);

proves('operation-state', async () => {
  const caller = await aCaller();
  const refused = (status: string) => ({ status: 409, body: { code: 'payment_state', status } });
  const pending = await begin(caller, byHand({ amount: 10 }));
  expect(await operate(caller, 'refund', pending)).toMatchObject(refused('pending'));
  expect(await operate(caller, 'capture', pending, { amount: 10.01 })).toMatchObject(refused('pending'));
  await cancel(caller, pending);
  for (const action of ['capture', 'refund'] as const)
    expect(await operate(caller, action, pending)).toMatchObject(refused('cancelled'));
  const paid = await begin(caller, byHand({ amount: 10 }));
  await capture(caller, paid);
  expect(await operate(caller, 'cancel', paid)).toMatchObject(refused('captured'));
  expect(await operate(caller, 'refund', paid, { amount: 10.01 })).toMatchObject(refused('captured'));
  await refund(caller, paid, { amount: 4 });
  const again = await operate(caller, 'capture', paid, { operationId: 'again' });
  expect(again).toMatchObject(refused('partially_refunded'));
  expect(await operate(caller, 'refund', paid, { amount: 6.01 })).toMatchObject({ status: 409 });
});

proves('named-version', async () => {
  const { caller, session } = await aPaid();
  const id = session.transactionId;
  const tagOf = async (path: string) =>
    String((await caller.api.get(`${paymentsPath}/${path}`)).headers.get('etag'));
  const [held, whole] = [await tagOf(`status?transactionId=${id}`), await tagOf(`transactions/${id}`)];
  const write = (ifMatch: string, amount: number) =>
    operate(caller, 'refund', session, { amount }, { 'if-match': ifMatch });
  expect((await write(`"1-x", W/${whole}`, 20)).status).toBe(200);
  // The response may have been lost: the repeated request succeeds, although the payment has changed.
  expect((await write(whole, 20)).body).toMatchObject({ replayed: true });
  expect(await write(held, 5)).toMatchObject({ status: 412, body: { code: 'stale' } });
  expect(await statusOf(caller, id)).toMatchObject({ amountRefunded: 20 });
});

proves('foreign-payment', async () => {
  const owner = await aTenant();
  const session = await begin(owner, byHand());
  const { transactionId } = session;
  const [stranger, sibling] = [await aTenant(), await aSibling(owner)];
  const unknown = '00000000-0000-4000-8000-000000000000';
  const read = (id: string) => `${paymentsPath}/status?transactionId=${id}`;
  expect((await stranger.api.get(read(transactionId))).status).toBe(403);
  expect((await sibling.api.get(read(transactionId))).status).toBe(404);
  expect((await stranger.api.get(read(unknown))).status).toBe(404);
  for (const missing of [read('none'), `${paymentsPath}/status`])
    expect((await stranger.api.get(missing)).status).toBe(400);
  for (const other of [stranger, sibling]) {
    expect((await other.api.get(`${paymentsPath}/transactions/${transactionId}`)).status).toBe(404);
    expect((await listed(other)).total).toBe(0);
    const refresh = { body: { transactionId } };
    expect((await other.api.post(`${paymentsPath}/status`, refresh)).status).toBe(404);
    for (const operation of ['capture', 'refund', 'cancel'] as const) {
      const foreign = await operate(other, operation, session);
      const none = await operate(other, operation, { transactionId: unknown });
      expect([foreign.status, foreign.body]).toEqual([404, none.body]);
    }
  }
  expect(await stored(owner, transactionId)).toMatchObject({ unifiedStatus: 'pending' });
});

proves('all-organizations', async () => {
  const owner = await aTenant();
  const sibling = await aSibling(owner);
  const key = await aKey({ ...owner, isSuperAdmin: true });
  const cookie = 'svc_selected_org=__all__';
  const everywhere = ({ headers, ...options }: RequestOptions = {}) => ({
    ...options,
    headers: { ...headers, cookie },
  });
  const all = { ...key, api: { ...key.api } };
  all.api.get = (path, options) => key.api.get(path, everywhere(options));
  all.api.post = (path, options) => key.api.post(path, everywhere(options));
  const session = await begin(sibling, byHand());
  expect(await refreshed(all, session.transactionId)).toMatchObject({ status: 'pending' });
  expect((await operate(all, 'refund', session)).status).toBe(409);
  expect(await cancel(all, session)).toMatchObject({ status: 'cancelled' });
  expect((await listed(all)).total).toBe(1);
  const paid = await begin(sibling, byHand({ amount: 50 }));
  await capture(sibling, paid);
  for (const given of [{}, { operationId: 'once' }]) {
    const first = await refund(all, paid, { amount: 5, ...given });
    expect(await refund(sibling, paid, { amount: 5, ...given })).toEqual({ ...first, replayed: true });
  }
  expect(await statusOf(sibling, paid.transactionId)).toMatchObject({ amountRefunded: 10 });
});

proves(
  'exact-amounts',
  [
    [500, 'JPY'],
    [1.234, 'KWD'],
    [5, 'ISK'],
    [19.99, 'usd'],
  ] as const,
  async ([amount, currencyCode]) => {
    const { caller, session } = await aPaid({ amount, currencyCode });
    expect(await statusOf(caller, session.transactionId)).toMatchObject({
      ...{ amount, amountReceived: amount, currencyCode: currencyCode.toUpperCase(), status: 'captured' },
    });
  },
);

proves('message-unverified', async () => {
  const message = aMessage('payment_intent.succeeded', { id: 'pi_1' });
  const refused = { status: 401, body: { code: 'signature_invalid' } };
  expect(await deliver(message, { secret: 'whsec_no' })).toMatchObject(refused);
});

proves('payment-events', async () => {
  const caller = await aTenantWithEvents();
  const receiver = await aReceiver(caller);
  const webhook = { name: 'Payments', url: `${receiver.url}/`, subscribedEvents: ['payment_gateways.*'] };
  expect((await caller.api.post('/api/webhooks', { body: webhook })).status).toBe(201);
  const session = await begin(caller, byHand({ amount: 10 }));
  await capture(caller, session, { amount: 4 });
  await capture(caller, session);
  await refund(caller, session, { amount: 3 });
  await refund(caller, session);
  const received = (await receiver.waitFor(5)).map(({ body }) => JSON.parse(String(body)));
  const eventOf = (type: string, status: string, previousStatus: string | null, amounts: object) =>
    expect.objectContaining({
      type: `payment_gateways.${type}`,
      data: expect.objectContaining({
        ...{ transactionId: session.transactionId, paymentId: session.paymentId, providerKey: 'manual' },
        ...{ status, previousStatus, amount: 10, currencyCode: 'EUR', ...amounts },
      }),
    });
  const amounts = (amountReceived: number, amountRefunded: number) => ({ amountReceived, amountRefunded });
  for (const event of [
    eventOf('session.created', 'pending', null, amounts(0, 0)),
    eventOf('payment.partially_captured', 'partially_captured', 'pending', amounts(4, 0)),
    eventOf('payment.captured', 'captured', 'partially_captured', amounts(10, 0)),
    eventOf('payment.partially_refunded', 'partially_refunded', 'captured', amounts(10, 3)),
    eventOf('payment.refunded', 'refunded', 'partially_refunded', amounts(10, 10)),
  ])
    expect(received).toContainEqual(event);
});
