/** Conformance cases of payments: saved payment methods. */
import { expect, inject } from 'vitest';
import type {
  PaymentMethod,
  PaymentMethodSetup,
} from '../../../shared/modules/payments/methods/method-contract.ts';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import {
  begin,
  capture,
  confirm,
  connectToStripe,
  executed,
  onStripe,
  paymentsPath,
  refreshed,
  refund,
  sessionBody,
  stored,
  stripeControl,
} from '../../support/builders/payments.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { bodyOf } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aMerchant } from '../support/merchants.ts';
import { aCaller, aKey, aSibling } from '../support/stage.ts';

const { proves } = casesOf('payments');

const methodsPath = `${paymentsPath}/payment_methods`;
const reference = 'customer 1 / ü';
const ownerQuery = (customerReference = reference) =>
  new URLSearchParams({ providerKey: 'stripe', customerReference });

const successUrl = 'https://shop.example.com/saved?session={CHECKOUT_SESSION_ID}';

function requestSetup({ api }: TestCaller, input: Record<string, unknown> = {}, headers = {}) {
  const body = { providerKey: 'stripe', customerReference: reference, successUrl, ...input };
  return api.post<PaymentMethodSetup>(`${methodsPath}/setups`, { body, headers });
}

async function list({ api }: TestCaller, customerReference = reference): Promise<PaymentMethod[]> {
  const path = `${methodsPath}?${ownerQuery(customerReference)}`;
  return (await bodyOf(api.get<{ items: PaymentMethod[] }>(path))).items;
}

async function readStripe<Body>(path: string): Promise<Body> {
  const { apiBase, secretKey } = inject('stripe');
  const headers = { authorization: `Bearer ${secretKey}` };
  return (await fetch(`${apiBase}/v1/${path}`, { headers })).json() as Promise<Body>;
}

const customerOf = async ({ setupId }: Pick<PaymentMethodSetup, 'setupId'>): Promise<string> =>
  (await readStripe<{ customer: string }>(`checkout/sessions/${setupId}`)).customer;

const choose = ({ redirectUrl }: Pick<PaymentMethodSetup, 'redirectUrl'>, card = 'pm_card_visa') =>
  fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });

/** A customer with a saved card, without the provider's messages unless the test needs them. */
async function aSavedMethod(
  merchant: TestCaller,
  { card = 'pm_card_visa', isReported = false, customerReference = reference } = {},
): Promise<{ id: string; customer: string }> {
  const { body: setup } = await requestSetup(merchant, { customerReference });
  const customer = await customerOf(setup);
  if (!isReported) await onStripe({ intent: customer, drop: true });
  expect((await choose(setup, card)).status).toBe(303);
  const [newest] = await list(merchant, customerReference);
  return { id: newest?.id ?? '', customer };
}

function charge({ api }: TestCaller, paymentMethodId: string, input: object = {}, headers = {}) {
  const saved = { captureMethod: 'automatic', customerReference: reference, paymentMethodId };
  const body = sessionBody({ ...saved, ...input });
  return api.post<PaymentSession>(`${paymentsPath}/sessions`, { body, headers });
}

const remove = ({ api }: TestCaller, id: string) => api.delete(`${methodsPath}/${id}?${ownerQuery()}`);

const makeDefault = ({ api }: TestCaller, id: string) =>
  api.put<PaymentMethod>(`${methodsPath}/${id}`, {
    body: { providerKey: 'stripe', customerReference: reference, isDefault: true },
  });

/** A merchant, and a function that returns the types of its organization's audited changes. */
async function aWatchedMerchant() {
  const merchant = await aMerchant();
  const published = async () => {
    const { body } = await merchant.api.get<{ items: { resource: string; action: string }[] }>(
      '/api/audit_logs/actions?pageSize=100',
    );
    return body.items.map(({ resource, action }) => `${resource}.${action}`);
  };
  return { merchant, published };
}

proves('saved-method', async () => {
  const { merchant, published } = await aWatchedMerchant();
  const { status, body: setup } = await requestSetup(merchant);
  expect([status, setup]).toMatchObject([
    201,
    { customerReference: reference, expiresAt: expect.stringMatching(/Z$/) },
  ]);
  expect(await list(merchant)).toEqual([]);
  const page = await (await fetch(setup.redirectUrl)).text();
  expect(page).toContain('Save a payment method');
  const saved = await choose(setup);
  const location = `https://shop.example.com/saved?session=${setup.setupId}`;
  expect([saved.status, saved.headers.get('location')]).toEqual([303, location]);
  const [method] = await list(merchant);
  expect(method).toEqual({
    id: expect.stringMatching(/^pm_/),
    ...{ providerKey: 'stripe', customerReference: reference, type: 'card', brand: 'visa', last4: '4242' },
    ...{ expiryMonth: 12, expiryYear: expect.any(Number), wallet: null, isDefault: false },
    createdAt: expect.stringMatching(/Z$/),
  });
  const paid = await charge(merchant, method?.id ?? '');
  expect([paid.status, paid.body]).toMatchObject([201, { status: 'captured' }]);
  expect(paid.body).not.toHaveProperty('clientSecret');
  expect(await refund(merchant, paid.body, { amount: 10 })).toMatchObject({ status: 'partially_refunded' });
  const changes = ['customer.created', 'payment_method.created', 'session.created', 'payment.captured'];
  const events = changes.map((change) => `payment_gateways.${change}`);
  await expect.poll(published).toEqual(expect.arrayContaining(events));
});

proves('saved-while-paying', async () => {
  const merchant = await aMerchant();
  const saving = { customerReference: reference, savePaymentMethod: true };
  const session = await begin(merchant, saving);
  await confirm(session);
  expect(await list(merchant)).toMatchObject([{ brand: 'visa' }]);
  const hosted = await begin(merchant, { ...saving, mode: 'redirect', successUrl });
  await choose({ redirectUrl: hosted.redirectUrl ?? '' }, 'pm_card_mastercard');
  expect((await list(merchant)).map(({ brand }) => brand).toSorted()).toEqual(['mastercard', 'visa']);
  const once = await begin(merchant, { customerReference: reference });
  await confirm(once);
  expect(await list(merchant)).toHaveLength(2);
});

proves('saved-in-two-steps', async () => {
  const merchant = await aMerchant();
  const { id } = await aSavedMethod(merchant);
  const { body: held } = await charge(merchant, id, { captureMethod: 'manual' });
  expect(held.status).toBe('authorized');
  expect(await capture(merchant, held)).toMatchObject({ status: 'captured', capturedAmount: 49.9 });
});

proves(
  'charge-failed',
  [
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
    ['pm_card_chargeCustomerFail', 'declined', 'generic_decline'],
  ],
  async ([card, code, declineCode]) => {
    const { merchant, published } = await aWatchedMerchant();
    const { id } = await aSavedMethod(merchant, { card });
    const { status, body } = await charge(merchant, id);
    expect([status, body]).toMatchObject([
      201,
      { status: 'failed', failure: { code, declineCode }, clientSecret: expect.any(String) },
    ]);
    expect(await stored(merchant, body.transactionId)).toMatchObject({ unifiedStatus: 'failed' });
    expect(await published()).toContain('payment_gateways.payment.failed');
    // The customer returns and pays.
    await onStripe({ intent: body.sessionId, drop: true });
    expect(await confirm(body)).toBe(200);
    expect(await refreshed(merchant, body.transactionId)).toMatchObject({ status: 'captured' });
  },
);

proves('default-method', async () => {
  const { merchant, published } = await aWatchedMerchant();
  const [first, second] = [await aSavedMethod(merchant), await aSavedMethod(merchant)];
  expect((await makeDefault(merchant, first.id)).body).toMatchObject({ id: first.id, isDefault: true });
  expect((await makeDefault(merchant, second.id)).body).toMatchObject({ id: second.id, isDefault: true });
  const methods = await list(merchant);
  expect(methods.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([second.id]);
  expect(await published()).toContain('payment_gateways.payment_method.updated');
});

proves('deleted-method', async () => {
  const { merchant, published } = await aWatchedMerchant();
  const { id } = await aSavedMethod(merchant);
  expect(await remove(merchant, id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await list(merchant)).toEqual([]);
  const refused = { status: 404, body: { code: 'not_found' } };
  expect(await remove(merchant, id)).toMatchObject(refused);
  expect(await makeDefault(merchant, id)).toMatchObject(refused);
  expect(await charge(merchant, id)).toMatchObject(refused);
  const deleted = (await published()).filter((type) => type.endsWith('payment_method.deleted'));
  expect(deleted).toHaveLength(1);
});

proves('foreign-method', async () => {
  const merchant = await aMerchant();
  const { id } = await aSavedMethod(merchant);
  const sibling = await aSibling(merchant);
  await connectToStripe(sibling);
  const stranger = await aMerchant();
  for (const other of [sibling, stranger]) {
    expect(await list(other)).toEqual([]);
    const own = await aSavedMethod(other);
    expect((await list(other)).map((method) => method.id)).toEqual([own.id]);
    const refused = { status: 404, body: { code: 'not_found' } };
    expect(await remove(other, id)).toMatchObject(refused);
    expect(await makeDefault(other, id)).toMatchObject(refused);
    expect(await charge(other, id)).toMatchObject(refused);
    expect(await other.api.get(`${methodsPath}/${id}?${ownerQuery()}`)).toMatchObject(refused);
  }
  expect((await list(merchant)).map((method) => method.id)).toEqual([id]);
});

proves('customer-reference', async () => {
  const merchant = await aMerchant();
  const { id } = await aSavedMethod(merchant, { customerReference: 'other' });
  expect(await charge(merchant, id)).toMatchObject({ status: 404 });
  const withKey = await aKey({ ...merchant, features: ['payment_gateways.view'] });
  expect(await list(withKey, 'other')).toHaveLength(1);
  expect((await remove(withKey, id)).status).toBe(403);
});

proves('deletion-lost', async () => {
  const { merchant, published } = await aWatchedMerchant();
  const { id } = await aSavedMethod(merchant);
  const fail = { kind: 'error500', path: 'detach', afterExecution: true, times: 2 };
  await onStripe({ intent: id, fail });
  const failed = { status: 502, body: { code: 'payment_provider_failed' } };
  expect(await remove(merchant, id)).toMatchObject(failed);
  expect(await remove(merchant, id)).toMatchObject({ status: 200 });
  const deleted = (await published()).filter((type) => type.endsWith('payment_method.deleted'));
  expect(deleted).toHaveLength(1);
});

proves('charge-lost', async () => {
  const merchant = await aMerchant();
  const { id, customer } = await aSavedMethod(merchant);
  const fail = { kind: 'error500', path: 'payment_intents', afterExecution: true, times: 2 };
  await onStripe({ intent: customer, fail });
  const pay = () => charge(merchant, id, {}, { 'idempotency-key': 'order-1' });
  expect((await pay()).status).toBe(502);
  await connectToStripe(merchant, { secretKey: 'sk_test_unknown' });
  expect((await pay()).status).toBe(502);
  await connectToStripe(merchant);
  const paid = await pay();
  expect([paid.status, paid.body]).toMatchObject([201, { status: 'captured' }]);
  expect((await pay()).body).toEqual({ ...paid.body, replayed: true });
  const made = await executed({ sessionId: customer }, '/v1/payment_intents');
  const accepted = made.filter(({ path, status }) => path === '/v1/payment_intents' && status !== 401);
  expect(accepted).toHaveLength(1);
});

proves('customer-replaced', async () => {
  const merchant = await aMerchant();
  const { customer } = await aSavedMethod(merchant);
  const { apiBase, secretKey } = inject('stripe');
  await fetch(`${apiBase}/v1/customers/${customer}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${secretKey}` },
  });
  expect(await list(merchant)).toEqual([]);
  expect((await requestSetup(merchant)).status).toBe(502);
  const again = await requestSetup(merchant);
  expect(again.status).toBe(201);
  expect(await customerOf(again.body)).not.toBe(customer);
});

proves('method-provider-failed', ['error500', 'malformed', 'unauthorized401'], async (kind) => {
  const merchant = await aMerchant();
  const { customer } = await aSavedMethod(merchant);
  await onStripe({ intent: customer, fail: { kind, path: 'payment_methods', times: 2 } });
  const answer = await merchant.api.get(`${methodsPath}?${ownerQuery()}`);
  expect(answer).toMatchObject({ status: 502, body: { code: 'payment_provider_failed' } });
  await stripeControl('DELETE', `?intent=${customer}`);
});

proves('setup-key', async () => {
  const merchant = await aMerchant();
  const key = { 'idempotency-key': 'setup-1' };
  const first = await requestSetup(merchant, {}, key);
  const again = await requestSetup(merchant, {}, key);
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const other = await requestSetup(merchant, { customerReference: 'other' }, key);
  expect([other.status, other.body]).toMatchObject([409, { code: 'payment_operation_conflict' }]);
});

proves('setup-parallel', async () => {
  const merchant = await aMerchant();
  const answers = await Promise.all(Array.from({ length: 5 }, () => requestSetup(merchant)));
  const opened = answers.filter(({ status }) => status === 201);
  expect(opened.length).toBeGreaterThan(0);
  const customers = await Promise.all(opened.map(({ body }) => customerOf(body)));
  expect(new Set(customers).size).toBe(1);
});

proves('setup-declined', async () => {
  const merchant = await aMerchant();
  const { body: setup } = await requestSetup(merchant);
  expect((await choose(setup, 'pm_card_chargeDeclined')).status).toBe(402);
  expect((await choose(setup)).status).toBe(303);
  expect(await list(merchant)).toHaveLength(1);
});

proves('methods-unsupported', async () => {
  const caller = await aCaller();
  const query = new URLSearchParams({ providerKey: 'manual', customerReference: reference });
  const refused = { status: 422, body: { code: 'payment_methods_unsupported' } };
  expect(await caller.api.get(`${methodsPath}?${query}`)).toMatchObject(refused);
  expect(await caller.api.delete(`${methodsPath}/pm_1?${query}`)).toMatchObject(refused);
  expect(await requestSetup(caller, { providerKey: 'manual' })).toMatchObject(refused);
  const body = sessionBody({ providerKey: 'manual', customerReference: reference, savePaymentMethod: true });
  expect(await caller.api.post(`${paymentsPath}/sessions`, { body })).toMatchObject(refused);
});

proves('methods-unavailable', async () => {
  const caller = await aCaller();
  const unset = await caller.api.get(`${methodsPath}?${ownerQuery()}`);
  expect(unset).toMatchObject({ status: 422, body: { code: 'payment_provider_unavailable' } });
  const unknown = await requestSetup(caller, { providerKey: 'unknown' });
  expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown_payment_provider' } });
});

const known = { customerReference: reference, paymentMethodId: 'pm_1' };
proves<[string, Record<string, unknown>, string]>(
  'saved-session-refused',
  [
    ['saves without a customer', { savePaymentMethod: true }, 'customerReference'],
    ['charges without a customer', { paymentMethodId: 'pm_1' }, 'customerReference'],
    ['saves what is saved', { ...known, savePaymentMethod: true }, 'savePaymentMethod'],
    ['charges on a page', { ...known, mode: 'redirect', successUrl }, 'mode'],
    ['names no payment method', { ...known, paymentMethodId: '../customers' }, 'paymentMethodId'],
  ],
  async ([_, input, field]) => {
    const { api } = await aMerchant();
    const answer = await api.post(`${paymentsPath}/sessions`, { body: sessionBody(input) });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_payment', details: [{ field }] } });
  },
);

proves<[string, Record<string, unknown>, string]>(
  'setup-refused',
  [
    ['no reference', { customerReference: '' }, 'customerReference'],
    ['no return URL', { successUrl: 'javascript:alert(1)' }, 'successUrl'],
  ],
  async ([_, input, field]) => {
    const merchant = await aMerchant();
    expect(await requestSetup(merchant, input)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ field }] },
    });
  },
);

proves('setup-empty-key', async () => {
  const merchant = await aMerchant();
  expect(await requestSetup(merchant, {}, { 'idempotency-key': '' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', details: [{ field: 'Idempotency-Key' }] },
  });
});
