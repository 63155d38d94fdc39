/** The emulator of Stripe behaves like Stripe, as checked by Stripe's own package. */
import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { startStripe } from '../../../lib/demo/stripe/server.ts';
import { startSink } from '../../support/clients/sink.ts';
import { folderOfTest, folderOfTests } from '../../support/folders.ts';

const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
const dataDir = folderOfTests();

const clientOf = (secretKey: string, port: number) =>
  new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, timeout: 2_000 });

const sink = await startSink();
sink.respond(() => ({ status: 202 }));
const server = await startStripe({ port: 0, dataDir, log: () => undefined });
server.ensureAccount(keys);
server.deliverTo(sink.url);
const stripe = clientOf(keys.secretKey, server.port);
afterAll(async () => {
  await server.stop();
  await sink.stop();
});

const anIntent = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 1_000, currency: 'eur', ...more });
const aPaid = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  anIntent({ payment_method: 'pm_card_visa', confirm: true, ...more });
const errorOf = async (work: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await work.then(
    () => new Error('It was not refused.'),
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
};
const control = (name: string, body: object, query = '') =>
  server.control[name]?.({ ...body }, new URLSearchParams(query));
const messagesOf = async (id: string, count: number) => {
  const found = () => sink.requests.filter(({ body }) => body.includes(id));
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(count);
  return found().map(({ body, headers }) => ({
    ...{ body, signature: headers['stripe-signature'] ?? '' },
    event: JSON.parse(body) as Stripe.Event,
  }));
};

describe('payment intents', () => {
  it('start without a payment method, and store given fields', async () => {
    const given = { metadata: { order: 'SO-1' }, description: 'Order', capture_method: 'manual' } as const;
    const intent = await anIntent(given);
    expect(intent).toMatchObject({
      ...given,
      ...{ object: 'payment_intent', amount: 1_000, amount_received: 0 },
      ...{ status: 'requires_payment_method', latest_charge: null },
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id, amount: 1_000 });
  });

  it('are captured at once, or authorized and captured later, fully or partially', async () => {
    expect(await aPaid()).toMatchObject({ status: 'succeeded', amount_received: 1_000 });
    const held = await aPaid({ capture_method: 'manual' });
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 1_000, amount_received: 0 });
    const taken = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 600 });
    const part = { amount: 1_000, amount_received: 600, amount_capturable: 0 };
    expect(taken).toMatchObject({ status: 'succeeded', ...part });
    const charge = await stripe.charges.retrieve(String(taken.latest_charge));
    const counted = { captured: true, amount_captured: 600, amount_refunded: 400 };
    expect(charge).toMatchObject({ ...counted, payment_intent: held.id });
    expect((await stripe.refunds.list({ payment_intent: held.id })).data).toMatchObject([{ amount: 400 }]);
    expect(await stripe.refunds.create({ payment_intent: held.id })).toMatchObject({ amount: 600 });
  });

  it('are declined by test cards', async () => {
    const intent = await anIntent();
    const pay = (payment_method: string) => stripe.paymentIntents.confirm(intent.id, { payment_method });
    const error = await errorOf(pay('pm_card_chargeDeclinedInsufficientFunds'));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      ...{ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' },
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    });
    // Another card can succeed.
    expect(await pay('pm_card_visa')).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('require customer action for 3-D Secure', async () => {
    const intent = await aPaid({ payment_method: 'pm_card_authenticationRequired' });
    expect(intent.status).toBe('requires_action');
    await fetch(String(intent.next_action?.redirect_to_url?.url));
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('are cancelled before the capture, and not after', async () => {
    const held = await aPaid({ capture_method: 'manual' });
    const reason = { cancellation_reason: 'requested_by_customer' } as const;
    const gone = await stripe.paymentIntents.cancel(held.id, reason);
    expect(gone).toMatchObject({ status: 'canceled', ...reason, amount_capturable: 0 });
    const paid = await aPaid();
    for (const work of [stripe.paymentIntents.capture(held.id), stripe.paymentIntents.cancel(paid.id)]) {
      const error = await errorOf(work);
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
      expect(error.payment_intent?.id).toMatch(/^pi_/);
    }
  });

  it('are confirmed by browsers with the client secret only', async () => {
    const browser = clientOf(keys.publishableKey, server.port);
    const intent = await anIntent();
    const confirm = (client_secret: string | null) => {
      const params = { payment_method: 'pm_card_visa', client_secret };
      return browser.paymentIntents.confirm(intent.id, params as Stripe.PaymentIntentConfirmParams);
    };
    for (const unknown of [confirm('guessed'), browser.paymentIntents.retrieve(intent.id)])
      expect((await errorOf(unknown)).param).toBe('client_secret');
    expect((await confirm(intent.client_secret)).status).toBe('succeeded');
    expect((await errorOf(browser.paymentIntents.capture(intent.id))).statusCode).toBe(401);
  });
});

describe('common parameters', () => {
  it('are accepted, stored and returned', async () => {
    const stored = { receipt_email: 'a@example.com', statement_descriptor: 'Shop' };
    const kinds = { payment_method_types: ['card', 'link'] };
    const { id } = await anIntent({
      ...{ ...stored, ...kinds, capture_method: 'manual', expand: ['latest_charge'] },
      automatic_payment_methods: { enabled: true },
    });
    const changes = { amount: 900, metadata: { order: 'A' }, payment_method: 'pm_card_amex' };
    expect(await stripe.paymentIntents.update(id, changes)).toMatchObject({
      ...{ ...changes, ...stored, ...kinds, status: 'requires_confirmation', next_action: null },
    });
    await stripe.paymentIntents.confirm(id, { return_url: 'https://example.com' });
    const more = { final_capture: true, metadata: { parcel: 'B' }, statement_descriptor: 'Shop' };
    const { latest_charge: charge, metadata } = await stripe.paymentIntents.capture(id, more);
    expect(metadata).toEqual({ order: 'A', parcel: 'B' });
    expect(await stripe.charges.retrieve(String(charge))).toMatchObject({
      ...{ paid: true, payment_method_details: { type: 'card', card: { brand: 'amex', last4: '8431' } } },
    });
    const refund = await stripe.refunds.create({ charge: String(charge), reason: 'duplicate' });
    expect(refund).toMatchObject({ amount: 900, payment_intent: id, reason: 'duplicate' });
    expect((await stripe.refunds.list({ charge: String(charge) })).data).toHaveLength(1);
    expect((await errorOf(stripe.refunds.create({}))).code).toBe('parameter_missing');
    const customer = await stripe.customers.create({ email: 'a@example.com', metadata: { a: '1' } });
    expect(await stripe.customers.update(customer.id, { metadata: { b: '2' } })).toMatchObject({
      ...{ email: 'a@example.com', metadata: { a: '1', b: '2' } },
    });
  });

  it('cause events that are stored and sent again on request', async () => {
    const { id } = await aPaid();
    const { events } = (await control('GET /events', {}, `intent=${id}`)) as { events: Stripe.Event[] };
    expect(events.map(({ type }) => type)).toEqual([
      ...['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'],
    ]);
    await messagesOf(id, 1);
    await control('POST ', { intent: id, badSignature: true });
    expect(await control('POST /resend', { event: events[2]?.id })).toEqual({ status: 202 });
    const [, again] = await messagesOf(id, 2);
    const verify = () => stripe.webhooks.constructEvent(again?.body ?? '', again?.signature ?? '', 'whsec_1');
    expect(verify).toThrow('signature');
  });
});

describe('refunds', () => {
  it('return at most the captured amount', async () => {
    const { id } = await aPaid();
    const refundOf = (payment_intent: string, more: Stripe.RefundCreateParams = {}) =>
      stripe.refunds.create({ payment_intent, ...more });
    const refund = await refundOf(id, { amount: 400, metadata: { operation: 'op' } });
    expect(refund).toMatchObject({ object: 'refund', amount: 400, status: 'succeeded', payment_intent: id });
    const tooMuch = await errorOf(refundOf(id, { amount: 601 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    await refundOf(id);
    expect((await errorOf(refundOf(id))).code).toBe('charge_already_refunded');
    const { data } = await stripe.refunds.list({ payment_intent: id });
    expect(data.map(({ amount }) => amount)).toEqual([600, 400]);
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
    const unpaid = await errorOf(refundOf((await anIntent()).id));
    expect(unpaid.code).toBe('payment_intent_unexpected_state');
  });

  it('can be pending, and can fail', async () => {
    for (const [card, status] of [
      ['pm_card_pendingRefund', 'succeeded'],
      ['pm_card_refundFail', 'failed'],
    ] as const) {
      const { id } = await aPaid({ payment_method: card });
      const refund = await stripe.refunds.create({ payment_intent: id });
      await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe(status);
    }
  });
});

describe('idempotency keys', () => {
  const params = { amount: 700, currency: 'eur' };

  it('return the same response again, and refuse other parameters', async () => {
    const idempotencyKey = 'same';
    const first = await stripe.paymentIntents.create(params, { idempotencyKey });
    const second = await stripe.paymentIntents.create(params, { idempotencyKey });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    const error = await errorOf(stripe.paymentIntents.create({ ...params, amount: 1 }, { idempotencyKey }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  it('store declined results, but no errors before the execution', async () => {
    const { id } = await anIntent({ capture_method: 'manual' });
    const idempotencyKey = `capture ${id}`;
    expect((await errorOf(stripe.paymentIntents.capture(id, {}, { idempotencyKey }))).statusCode).toBe(400);
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect((await errorOf(stripe.paymentIntents.capture(id, {}, { idempotencyKey }))).statusCode).toBe(400);
    const early = stripe.paymentIntents.create({ ...params, amount: -5 }, { idempotencyKey: 'early' });
    expect((await errorOf(early)).statusCode).toBe(400);
    expect((await stripe.paymentIntents.create(params, { idempotencyKey: 'early' })).amount).toBe(700);
  });
});

describe('errors', () => {
  it.each([
    [() => clientOf('sk_test_unknown', server.port).paymentIntents.retrieve('pi_1'), 401, undefined],
    [() => stripe.paymentIntents.retrieve('pi_none'), 404, 'resource_missing'],
    [() => anIntent({ amount: 1.5 }), 400, 'parameter_invalid_integer'],
    [() => stripe.paymentIntents.create({ currency: 'eur' } as never), 400, 'parameter_missing'],
    [() => anIntent({ colour: 'red' } as never), 400, 'parameter_unknown'],
    [() => anIntent({ amount: 999_999_999 }), 400, 'amount_too_large'],
  ])('%s is %i %s', async (work, statusCode, code) => {
    const error = await errorOf(work() as Promise<unknown>);
    expect({ statusCode: error.statusCode, code: error.code }).toEqual({ statusCode, code });
  });

  it.each(['//', '/v1/payment_intents/%E0%A4%A'])('are returned for the malformed URL %s', async (path) => {
    const headers = { authorization: `Bearer ${keys.secretKey}` };
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    expect([response.status, await response.json()]).toMatchObject([404, { error: {} }]);
  });

  it('name an empty parameter, except in metadata', async () => {
    const empty = { code: 'parameter_invalid_empty', statusCode: 400 };
    expect(await errorOf(anIntent({ description: '' }))).toMatchObject({ ...empty, param: 'description' });
    const price_data = { currency: 'eur', unit_amount: 100, product_data: { name: 'Order' } };
    const page = stripe.checkout.sessions.create({
      ...{ mode: 'payment', success_url: 'https://shop.example.com/thanks' },
      line_items: [{ quantity: 1, price_data }],
      payment_intent_data: { description: '' },
    });
    expect(await errorOf(page)).toMatchObject({ ...empty, param: 'payment_intent_data[description]' });
    expect((await anIntent({ metadata: { order: 'SO-1', note: '' } })).metadata).toEqual({ order: 'SO-1' });
  });

  it('can be injected before or after the operation', async () => {
    const { id } = await aPaid({ capture_method: 'manual' });
    await control('POST ', { intent: id, fail: { kind: 'error500', path: 'capture', afterExecution: true } });
    const idempotencyKey = `lost ${id}`;
    expect((await errorOf(stripe.paymentIntents.capture(id, {}, { idempotencyKey }))).statusCode).toBe(500);
    const again = await stripe.paymentIntents.capture(id, {}, { idempotencyKey });
    expect(again.status).toBe('succeeded');
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  });
});

describe('messages', () => {
  it('are signed so that Stripe’s own package verifies them', async () => {
    const { id } = await aPaid();
    const [first] = await messagesOf(id, 1);
    const { body = '', signature = '' } = first ?? {};
    const event = stripe.webhooks.constructEvent(body, signature, keys.webhookSecret);
    const data = { object: { id } };
    expect(event).toMatchObject({ object: 'event', type: 'payment_intent.succeeded', data });
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, type: event.type });
  });

  it('can be duplicated, reordered or dropped on request', async () => {
    const held = await anIntent({ capture_method: 'manual' });
    await control('POST ', { intent: held.id, duplicate: 2, reorder: true });
    await stripe.paymentIntents.confirm(held.id, { payment_method: 'pm_card_visa' });
    await stripe.paymentIntents.capture(held.id);
    const types = (await messagesOf(held.id, 4)).map(({ event }) => event.type);
    expect(types).toEqual([
      ...Array(2).fill('payment_intent.succeeded'),
      ...Array(2).fill('payment_intent.amount_capturable_updated'),
    ]);
  });

  it('report disputes from start to end', async () => {
    const { id } = await aPaid({ payment_method: 'pm_card_createDispute' });
    const opened = (await messagesOf(id, 2)).map(({ event }) => event);
    const created = opened.find(({ type }) => type === 'charge.dispute.created');
    const dispute = created?.data.object as Stripe.Dispute;
    const amount = 1_000;
    expect(dispute).toMatchObject({
      object: 'dispute',
      payment_intent: id,
      status: 'needs_response',
      amount,
    });
    await control('POST /disputes/close', { dispute: dispute.id, status: 'lost' });
    const types = (await messagesOf(id, 3)).map(({ event }) => event.type);
    expect(types).toContain('charge.dispute.closed');
    expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).code).toBe('charge_disputed');
  });
});

describe('the emulator', () => {
  it('keeps its payments after a restart', async () => {
    const { id } = await aPaid();
    const other = folderOfTest();
    const first = await startStripe({ port: 0, dataDir: other, log: () => undefined });
    first.ensureAccount(keys);
    const params = { amount: 5, currency: 'eur' };
    const made = await clientOf(keys.secretKey, first.port).paymentIntents.create(params);
    await first.stop();
    const second = await startStripe({ port: 0, dataDir: other, log: () => undefined });
    const client = clientOf(keys.secretKey, second.port);
    expect((await client.paymentIntents.retrieve(made.id)).amount).toBe(5);
    expect((await errorOf(client.paymentIntents.retrieve(id))).statusCode).toBe(404);
    await second.stop();
  });
});
