import { describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import { save, turn } from '../../support/builders/integrations.ts';
import {
  aCaptured,
  aMerchant,
  anAuthorized,
  begin,
  connectToStripe,
  listed,
  paymentsPath,
  sessionBody,
  statusOf,
} from '../../support/builders/payments.ts';
import { aTenant } from '../../support/builders/tenants.ts';

const sessions = `${paymentsPath}/sessions`;

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
    ['decimals of a currency without decimals', { amount: 10.5, currencyCode: 'JPY' }],
    ['an amount above the maximum', { amount: 1e12 }],
    ['a third decimal that Stripe does not accept', { amount: 1.234, currencyCode: 'KWD' }],
    ['an unknown currency', { currencyCode: 'XXX' }],
    ['an incomplete currency', { currencyCode: 'EU' }],
    ['an unknown capture method', { captureMethod: 'later' }],
    ['a long description', { description: 'x'.repeat(501) }],
    ['a URL of a script', { successUrl: 'javascript:alert(1)' }],
    ['an invalid order id', { orderId: 'SO-1' }],
    ['metadata that is a list', { metadata: [] }],
    ['an unknown provider', { providerKey: 'paypal' }],
    ['no provider', { providerKey: undefined }],
  ];

  it('that cannot be paid returns 422', async () => {
    const { api } = await aTenant();
    const answers = wrong.map(([, input]) => post(sessionBody(input))(api));
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      expect([wrong[index]?.[0], answer.status]).toEqual([wrong[index]?.[0], 422]);
      expect(answer.body.details).toEqual([{ field: expect.any(String), message: expect.any(String) }]);
    }
  });

  it('with an exponent in its amount returns 422, and malformed JSON returns 400', async () => {
    const { api } = await aTenant();
    const text = JSON.stringify(sessionBody({ amount: 10 }));
    expect((await post(text.replace('"amount":10', '"amount":1e1'))(api)).status).toBe(422);
    expect((await post(text.replace('"amount":10', '"amount":'))(api)).status).toBe(400);
    expect(
      (await post(text.replace('"amount":10', '"amount":10'), { 'idempotency-key': 'x'.repeat(256) })(api))
        .status,
    ).toBe(422);
  });

  it('needs a configured and enabled integration', async () => {
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
    const shown = all.body.items.map(({ providerKey, isConfigured }) => [providerKey, isConfigured]);
    // A team's own providers follow.
    expect(shown.slice(0, 2)).toEqual([
      ['stripe', false],
      ['manual', true],
    ]);
    expect((await api.get(`${paymentsPath}/providers/paypal`)).status).toBe(404);
  });

  it('with an idempotency key starts one payment, also when it is repeated', async () => {
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
    // Keys of other organizations are separate.
    const other = await aMerchant();
    expect((await other.api.post(sessions, { body: sessionBody(), headers })).status).toBe(201);
  });

  it('that Stripe refuses returns the reason, if the caller can fix it', async () => {
    const merchant = await aMerchant();
    const tooMuch = await merchant.api.post(sessions, { body: sessionBody({ amount: 5_000_000 }) });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([422, 'invalid_payment']);
    const headers = { 'idempotency-key': 'refused' };
    const send = () => merchant.api.post(sessions, { body: sessionBody({ amount: 5_000_000 }), headers });
    expect((await send()).status).toBe(422);
    expect((await send()).status).toBe(422);
  });
});

describe('credentials that Stripe refuses', () => {
  it('are reported in the integration’s state, and move no money', async () => {
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

  it('are detected by a read as well', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await save(merchant, 'gateway_stripe', { secretKey: 'sk_test_unknown' });
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    const state = (await merchant.api.get('/api/integrations/gateway_stripe')).body.state;
    expect(state).toMatchObject({ reauthRequired: true });
  });
});
