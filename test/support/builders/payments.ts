/**
 * Helpers for tests of payments: organizations that take payments with the Stripe emulator, and the emulator itself.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import type { PaymentState } from '../../../shared/modules/payments/state-contract.ts';
import type { Payment, PaymentDetail } from '../../../shared/modules/payments/transaction-contract.ts';
import { bodyOf, type Page, send, type TestResponse } from '../clients/api.ts';
import { save, turn } from './integrations.ts';
import { aTenant, type KeyOptions, type TestCaller } from './tenants.ts';

export const paymentsPath = '/api/payment_gateways';

/** Lets an organization take payments with the demo's account at the emulator. */
export async function connectToStripe(
  caller: TestCaller,
  credentials: Record<string, string> = {},
): Promise<void> {
  const { secretKey, publishableKey, webhookSecret } = inject('stripe');
  await save(caller, 'gateway_stripe', { secretKey, publishableKey, webhookSecret, ...credentials });
  await turn(caller, 'gateway_stripe', { isEnabled: true });
}

/** A tenant that takes payments. */
export async function aMerchant(input: KeyOptions = {}): Promise<TestCaller> {
  const caller = await aTenant(input);
  await connectToStripe(caller);
  return caller;
}

/** Keys of a separate account at the emulator. */
export async function anAccount(): Promise<Record<'secretKey' | 'publishableKey' | 'webhookSecret', string>> {
  const name = randomUUID().replaceAll('-', '');
  const keys = {
    secretKey: `sk_test_${name}`,
    publishableKey: `pk_test_${name}`,
    webhookSecret: `whsec_${name}`,
  };
  await stripeControl('POST', '/accounts', keys);
  return keys;
}

/** Fields of a session, valid or invalid. */
export type SessionInput = Readonly<Record<string, unknown>>;

export const sessionBody = (input: SessionInput = {}) => ({
  providerKey: 'stripe',
  amount: 49.9,
  currencyCode: 'EUR',
  captureMethod: 'manual',
  ...input,
});

/** Creates a payment session and expects success. */
export const begin = ({ api }: TestCaller, input: SessionInput = {}) =>
  bodyOf(api.post<PaymentSession>(`${paymentsPath}/sessions`, { body: sessionBody(input) }), 201);

/** Confirms a payment as the customer's browser does. */
export async function confirm(
  { sessionId }: Pick<PaymentSession, 'sessionId'>,
  paymentMethod = 'pm_card_visa',
): Promise<number> {
  const { apiBase, secretKey } = inject('stripe');
  const response = await fetch(`${apiBase}/v1/payment_intents/${sessionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ payment_method: paymentMethod }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** An authorized payment. Its messages are suppressed unless the test wants them. */
export async function anAuthorized(caller: TestCaller, input: SessionInput = {}): Promise<PaymentSession> {
  const session = await begin(caller, input);
  await onStripe({ intent: session.sessionId, drop: true });
  expect(await confirm(session)).toBe(200);
  await refreshed(caller, session.transactionId);
  return session;
}

/** A captured payment. */
export async function aCaptured(caller: TestCaller, input: SessionInput = {}): Promise<PaymentSession> {
  const session = await anAuthorized(caller, input);
  await capture(caller, session);
  return session;
}

type Operation = 'capture' | 'refund' | 'cancel';
export interface OperationResponse {
  status: string;
  capturedAmount: number;
  refundId: string;
  refundedAmount: number;
  refundStatus: string;
  error: string;
  code: string;
  [field: string]: unknown;
}

export function operate(
  { api }: TestCaller,
  operation: Operation,
  { transactionId }: Pick<PaymentSession, 'transactionId'>,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<TestResponse<OperationResponse>> {
  return api.post<OperationResponse>(`${paymentsPath}/${operation}`, {
    body: { transactionId, ...body },
    headers,
  });
}

type Of = Pick<PaymentSession, 'transactionId'>;
export const capture = (caller: TestCaller, of: Of, body?: Record<string, unknown>) =>
  bodyOf(operate(caller, 'capture', of, body));
export const refund = (caller: TestCaller, of: Of, body?: Record<string, unknown>) =>
  bodyOf(operate(caller, 'refund', of, body));
export const cancel = (caller: TestCaller, of: Of, body?: Record<string, unknown>) =>
  bodyOf(operate(caller, 'cancel', of, body));

export const statusOf = ({ api }: TestCaller, transactionId: string) =>
  bodyOf(api.get<PaymentState>(`${paymentsPath}/status?transactionId=${transactionId}`));

/** Refreshes the status from the provider. */
export const refreshed = ({ api }: TestCaller, transactionId: string) =>
  bodyOf(api.post<PaymentState>(`${paymentsPath}/status`, { body: { transactionId } }));

/** The stored payment, without a call of the provider. */
export async function stored({ api }: TestCaller, transactionId: string): Promise<PaymentDetail> {
  const path = `${paymentsPath}/transactions/${transactionId}`;
  return (await bodyOf(api.get<{ transaction: PaymentDetail }>(path))).transaction;
}

export const listed = ({ api }: TestCaller, query = '') =>
  bodyOf(api.get<Pick<Page<Payment>, 'items' | 'total'>>(`${paymentsPath}/transactions?${query}`));

/** A control action of the emulator that Stripe's API does not have. */
export async function stripeControl<Result = Record<string, unknown>>(
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${inject('controlUrl')}/stripe${path}`, init);
  if (!response.ok) throw new Error(`${method} /stripe${path}: ${await response.text()}`);
  return response.json() as Promise<Result>;
}

/** Sets a switch of the emulator for one payment intent. */
export const onStripe = (rule: { intent: string; [name: string]: unknown }) =>
  stripeControl('POST', '', rule);

export interface StripeCall {
  method: string;
  path: string;
  idempotencyKey: string | null;
  status: number;
  isReplay: boolean;
}

/** The requests about a payment that changed something in the emulator. */
export async function executed(
  { sessionId }: Pick<PaymentSession, 'sessionId'>,
  part: string,
): Promise<StripeCall[]> {
  const { calls } = await stripeControl<{ calls: StripeCall[] }>('GET', `/calls?intent=${sessionId}`);
  return calls.filter(({ method, path, isReplay }) => method === 'POST' && path.includes(part) && !isReplay);
}

/** A message as Stripe sends it. */
export function aMessage(type: string, object: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    created: Math.floor(Date.now() / 1_000),
    type,
    data: { object },
    ...more,
  };
}

export interface MessageOptions {
  secret?: string;
  /** Unix seconds; now by default. */
  timestamp?: number;
  headers?: Record<string, string>;
  provider?: string;
  /** The organization in the registered URL. */
  registeredFor?: Record<'tenantId' | 'organizationId', string>;
}

/** Sends a message, signed with the demo's secret by default. */
export function deliver(message: object | string, options: MessageOptions = {}): Promise<TestResponse> {
  const { secret = inject('stripe').webhookSecret, provider = 'stripe' } = options;
  const { timestamp = Math.floor(Date.now() / 1_000) } = options;
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${timestamp},v1=${v1}`, ...options.headers };
  const query = new URLSearchParams({ ...options.registeredFor });
  return send('POST', `${paymentsPath}/webhook/${provider}?${query}`, { body, headers });
}
