import { describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import type { PaymentState } from '../../../shared/modules/payments/state-contract.ts';
import { logsOf, save, turn } from '../../support/builders/integrations.ts';
import {
  aCaptured,
  aMerchant,
  anAccount,
  anAuthorized,
  begin,
  cancel,
  capture,
  confirm,
  connectToStripe,
  executed,
  listed,
  onStripe,
  operate,
  paymentsPath,
  refreshed,
  refund,
  sessionBody,
  statusOf,
  stored,
} from '../../support/builders/payments.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const sessions = `${paymentsPath}/sessions`;

describe('a payment by card', () => {
  it('goes from its session to the last refund', async () => {
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

  it('is captured in part, and the rest is let go of', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    expect(await capture(merchant, session, { amount: 20 })).toMatchObject({
      status: 'captured',
      capturedAmount: 20,
    });
    const more = await operate(merchant, 'capture', session, { amount: 49.9 });
    expect([more.status, more.body.code]).toEqual([409, 'payment_state']);
    expect((await operate(merchant, 'refund', session, { amount: 20.01 })).status).toBe(409);
    expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 20 });
    expect(await executed(session, 'refunds')).toHaveLength(1);
  });

  it('says so when an equal refund without a key of its own moves no money', async () => {
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
    // Its answer was lost: the same request again is answered, although the payment has moved on.
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

  it('is not captured before the customer agreed, which the provider is asked about', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, drop: true });
    expect((await operate(merchant, 'capture', session)).status).toBe(409);
    expect(await executed(session, 'capture')).toEqual([]);
    await confirm(session);
    expect(await capture(merchant, session)).toMatchObject({ status: 'captured' });
  });

  it('that was declined may succeed with another card', async () => {
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

  it('costs four requests of DynamoDB to capture, and one for the log', async () => {
    const merchant = await aMerchant();
    await aCaptured(merchant);
    const session = await anAuthorized(merchant);
    const answer = await operate(merchant, 'capture', session);
    expect(answer.status).toBe(200);
    const calls = await callsOf(answer);
    // An instance that has just started reads the tenant's data key, once for its life.
    const isFresh = calls.some(({ service }) => service === 'kms');
    const requests = calls.filter(({ service }) => service === 'dynamodb');
    expect(requests.length).toBeLessThanOrEqual(isFresh ? 6 : 5);
    expect(await executed(session, 'capture')).toHaveLength(1);
  });
});

describe('a payment by hand', () => {
  it('needs no connection, and is recorded part by part', async () => {
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
});

describe('a session', () => {
  const post =
    (body: unknown, headers = {}) =>
    async (api: Awaited<ReturnType<typeof aTenant>>['api']) =>
      api.post(sessions, { body, headers });

  const wrong: [string, Record<string, unknown>][] = [
    ['a text', { amount: '10.00' }],
    ['nothing', { amount: undefined }],
    ['zero', { amount: 0 }],
    ['less', { amount: -1 }],
    ['a third decimal', { amount: 10.005 }],
    ['decimals of a currency that has none', { amount: 10.5, currencyCode: 'JPY' }],
    ['more than there is', { amount: 1e12 }],
    ['a third decimal that Stripe does not take', { amount: 1.234, currencyCode: 'KWD' }],
    ['an unknown currency', { currencyCode: 'XXX' }],
    ['half a currency', { currencyCode: 'EU' }],
    ['another way of capturing', { captureMethod: 'later' }],
    ['a long description', { description: 'x'.repeat(501) }],
    ['a URL of a script', { successUrl: 'javascript:alert(1)' }],
    ['an order that is no id', { orderId: 'SO-1' }],
    ['metadata that is a list', { metadata: [] }],
    ['an unknown provider', { providerKey: 'paypal' }],
    ['no provider', { providerKey: undefined }],
  ];

  it('that cannot be paid is 422', async () => {
    const { api } = await aTenant();
    const answers = wrong.map(([, input]) => post(sessionBody(input))(api));
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      expect([wrong[index]?.[0], answer.status]).toEqual([wrong[index]?.[0], 422]);
      expect(answer.body.details).toEqual([{ field: expect.any(String), message: expect.any(String) }]);
    }
  });

  it('whose amount is written with an exponent is 422, and malformed JSON is 400', async () => {
    const { api } = await aTenant();
    const text = JSON.stringify(sessionBody({ amount: 10 }));
    expect((await post(text.replace('"amount":10', '"amount":1e1'))(api)).status).toBe(422);
    expect((await post(text.replace('"amount":10', '"amount":'))(api)).status).toBe(400);
    expect(
      (await post(text.replace('"amount":10', '"amount":10'), { 'idempotency-key': 'x'.repeat(256) })(api))
        .status,
    ).toBe(422);
  });

  it('needs an integration that is set up and switched on', async () => {
    const merchant = await aTenant();
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
    expect(all.body.items.map(({ providerKey, isConfigured }) => [providerKey, isConfigured])).toEqual([
      ['stripe', false],
      ['manual', true],
    ]);
    expect((await api.get(`${paymentsPath}/providers/paypal`)).status).toBe(404);
  });

  it('with a key of the caller’s begins one payment, however often it is sent', async () => {
    const merchant = await aMerchant();
    const headers = { 'idempotency-key': 'order-1' };
    const send = (input = {}) =>
      merchant.api.post<PaymentSession>(sessions, { body: sessionBody(input), headers });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ sessionId }) => sessionId)).size).toBe(1);
    const [first] = made.filter(({ replayed }) => replayed === undefined);
    const again = await send();
    expect(again.body).toEqual({ ...first, replayed: true });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await send({ amount: 50 })).body).toMatchObject({
      code: 'payment_operation_conflict',
      operationId: 'order-1',
    });
    expect((await listed(merchant)).total).toBe(1);
    // Nor do other organizations share it.
    const other = await aMerchant();
    expect((await other.api.post(sessions, { body: sessionBody(), headers })).status).toBe(201);
  });

  it('that Stripe refuses gets the reason, as far as the caller can mend it', async () => {
    const merchant = await aMerchant();
    const tooMuch = await merchant.api.post(sessions, { body: sessionBody({ amount: 5_000_000 }) });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([422, 'invalid_payment']);
    const headers = { 'idempotency-key': 'refused' };
    const send = () => merchant.api.post(sessions, { body: sessionBody({ amount: 5_000_000 }), headers });
    expect((await send()).status).toBe(422);
    expect((await send()).status).toBe(422);
  });
});

describe('who may', () => {
  it.each([
    ['payment_gateways.view', ['status', 'transactions']],
    ['payment_gateways.manage', ['sessions', 'cancel', 'refresh']],
    ['payment_gateways.capture', ['capture']],
    ['payment_gateways.refund', ['refund']],
  ])('%s may %s', async (feature, allowed) => {
    const merchant = await aMerchant();
    const { transactionId } = await begin(merchant);
    const { api } = await aKey({ ...merchant, features: [feature] });
    const body = { transactionId };
    const answers = {
      status: await api.get(`${paymentsPath}/status?transactionId=${transactionId}`),
      transactions: await api.get(`${paymentsPath}/transactions`),
      sessions: await api.post(sessions, { body: sessionBody() }),
      cancel: await api.post(`${paymentsPath}/cancel`, { body }),
      refresh: await api.post(`${paymentsPath}/status`, { body }),
      capture: await api.post(`${paymentsPath}/capture`, { body }),
      refund: await api.post(`${paymentsPath}/refund`, { body }),
    };
    for (const [name, answer] of Object.entries(answers))
      expect([name, answer.status === 403]).toEqual([name, !allowed.includes(name)]);
  });

  it('is one tenant alone: others cannot read, nor move money', async () => {
    const [owner, stranger] = [await aMerchant(), await aMerchant()];
    const sibling = await aSibling(owner);
    const session = await aCaptured(owner);
    const { transactionId } = session;
    const of = (id: string) => `${paymentsPath}/status?transactionId=${id}`;
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await stranger.api.get(of(transactionId))).status).toBe(403);
    expect((await sibling.api.get(of(transactionId))).status).toBe(404);
    const refresh = { body: { transactionId } };
    expect((await stranger.api.post(`${paymentsPath}/status`, refresh)).status).toBe(403);
    expect((await sibling.api.post(`${paymentsPath}/status`, refresh)).status).toBe(404);
    expect((await stranger.api.get(of(unknown))).status).toBe(404);
    expect((await stranger.api.get(of('none'))).status).toBe(400);
    expect((await stranger.api.get(`${paymentsPath}/status`)).status).toBe(400);
    for (const other of [stranger, sibling]) {
      expect((await other.api.get(`${paymentsPath}/transactions/${transactionId}`)).status).toBe(404);
      expect((await listed(other)).total).toBe(0);
      for (const operation of ['capture', 'refund', 'cancel'] as const) {
        const foreign = await operate(other, operation, session);
        const none = await operate(other, operation, { transactionId: unknown });
        expect([foreign.status, foreign.body]).toEqual([404, none.body]);
      }
    }
    expect(await stored(owner, transactionId)).toMatchObject({
      unifiedStatus: 'captured',
      amountRefunded: '0.00',
    });
  });

  it('sees all organizations of a tenant acts with the account of the one that is paid', async () => {
    const owner = await aMerchant();
    const sibling = await aSibling(owner);
    await connectToStripe(sibling, await anAccount());
    const all = await aKey({
      tenantId: owner.tenantId,
      organizationId: owner.organizationId,
      isSuperAdmin: true,
    });
    const headers = { cookie: 'svc_selected_org=__all__' };
    const wide = { ...all, api: { ...all.api } };
    wide.api.post = (path, options = {}) =>
      all.api.post(path, { ...options, headers: { ...headers, ...options.headers } });
    wide.api.get = (path, options = {}) => all.api.get(path, { ...options, headers });
    const session = await begin(sibling);
    expect(await refreshed(wide, session.transactionId)).toMatchObject({ status: 'pending' });
    expect(await statusOf(wide, session.transactionId)).toMatchObject({ status: 'pending' });
    expect((await operate(wide, 'capture', session)).status).toBe(409);
    expect((await operate(wide, 'refund', session)).status).toBe(409);
    expect(await cancel(wide, session)).toMatchObject({ status: 'cancelled' });
    expect((await listed(wide)).total).toBe(1);
  });
});

describe('the list of payments', () => {
  it('is filtered, searched, sorted and exported', async () => {
    const merchant = await aTenant();
    const made = [];
    for (const amount of [10, 20, 30]) made.push(await begin(merchant, { providerKey: 'manual', amount }));
    const [first, second] = made;
    await capture(merchant, first as PaymentSession);
    await cancel(merchant, second as PaymentSession);
    const amounts = async (query: string) =>
      (await listed(merchant, query)).items.map(({ amount }) => amount);
    expect(await amounts('')).toEqual(['30.00', '20.00', '10.00']);
    expect(await amounts('sortField=createdAt&sortDir=asc')).toEqual(['10.00', '20.00', '30.00']);
    expect(await amounts('status=captured')).toEqual(['10.00']);
    expect(await amounts('providerKey=stripe')).toEqual([]);
    expect(await amounts(`id=${second?.transactionId}`)).toEqual(['20.00']);
    expect(await amounts(`id=${second?.paymentId}`)).toEqual([]);
    expect(await amounts(`search=${second?.paymentId.toUpperCase()}`)).toEqual(['20.00']);
    expect(await amounts(`search=${first?.sessionId}`)).toEqual(['10.00']);
    expect(await amounts('pageSize=1&page=2')).toEqual(['20.00']);
    expect(await amounts('page=9')).toEqual([]);
    for (const query of ['status=lost', 'pageSize=201', 'page=0'])
      expect((await merchant.api.get(`${paymentsPath}/transactions?${query}`)).status).toBe(400);
    const file = await merchant.api.get<string>(`${paymentsPath}/transactions?format=csv&status=cancelled`);
    expect(String(file.body).trim().split('\n')).toHaveLength(2);
  });

  it('shows a payment with its history and the log of its integration, without secrets', async () => {
    const merchant = await aMerchant();
    const session = await aCaptured(merchant);
    const { body } = await merchant.api.get<{
      transaction: { webhookLog: { eventType: string }[] };
      logs: { message: string }[];
    }>(`${paymentsPath}/transactions/${session.transactionId}`);
    expect(body.transaction.webhookLog.map(({ eventType }) => eventType)).toEqual([
      'capture',
      'refresh',
      'session',
    ]);
    expect(body.logs.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Captured by api_key:/),
      expect.stringContaining('pending is authorized now'),
      'Session created',
    ]);
    expect(JSON.stringify(body)).not.toContain(session.clientSecret);
    const about = { entityType: 'payment_transaction', entityId: session.transactionId };
    const scoped = { scopeEntityType: about.entityType, scopeEntityId: about.entityId };
    const logs = await logsOf(merchant, `entityId=${session.transactionId}`);
    expect(logs).toMatchObject(Array.from({ length: 3 }, () => ({ ...about, ...scoped })));
  });
});

describe('how a payment stands', () => {
  it('is asked of the provider while it is open, and seldom', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { captureMethod: 'automatic' });
    await onStripe({ intent: session.sessionId, drop: true });
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    await confirm(session);
    // Asked a moment ago.
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'captured' });
  });

  it('is answered as it is stored while the provider is out of order', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, fail: { kind: 'error500', times: 4 } });
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    const answer = await merchant.api.post<PaymentState>(`${paymentsPath}/status`, {
      body: { transactionId: session.transactionId },
    });
    expect([answer.status, answer.body]).toMatchObject([502, { code: 'payment_provider_failed' }]);
    const [entry] = await logsOf(merchant, `entityId=${session.transactionId}&level=error`);
    expect(entry?.message).toMatch(/^refresh failed/);
  });
});

describe('credentials that Stripe refuses', () => {
  it('are reported in the integration’s state, and move nothing', async () => {
    const paths = ['sessions', 'capture', 'refund', 'cancel', 'status'] as const;
    for (const path of paths) {
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

  it('are seen by a read as well', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await save(merchant, 'gateway_stripe', { secretKey: 'sk_test_unknown' });
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    const state = (await merchant.api.get('/api/integrations/gateway_stripe')).body.state;
    expect(state).toMatchObject({ reauthRequired: true });
  });
});
