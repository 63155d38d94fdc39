/** Typical calls of payments, at the stand-in for Stripe. */
import { signatureOf } from '../local/stripe/delivery.ts';
import type { BenchCaller, Platform } from './platform.ts';
import type { Prepare, TypicalCall } from './typical-calls.ts';

export const payments = '/api/payment_gateways';
const sessionBody = { providerKey: 'stripe', amount: 49.9, currencyCode: 'EUR', captureMethod: 'manual' };

/** Organizations that were connected before. */
const connected = new WeakMap<Platform, Set<string>>();

/** Lets the caller's organization take payments with the demo's account. */
async function connectToStripe(platform: Platform, caller: BenchCaller): Promise<void> {
  const known = connected.get(platform) ?? new Set();
  connected.set(platform, known);
  if (known.has(caller.organizationId)) return;
  known.add(caller.organizationId);
  const path = '/api/integrations/gateway_stripe';
  const { secretKey, publishableKey, webhookSecret } = platform.stripe;
  const credentials = { secretKey, publishableKey, webhookSecret };
  await platform.call(caller, 'PUT', `${path}/credentials`, { credentials });
  await platform.call(caller, 'PUT', `${path}/state`, { isEnabled: true });
}

export interface BenchPayment {
  transactionId: string;
  sessionId: string;
}

/** A payment that waits for its customer; Stripe tells nothing of it by itself. */
async function aSession(platform: Platform, caller: BenchCaller): Promise<BenchPayment> {
  await connectToStripe(platform, caller);
  const { body } = await platform.call(caller, 'POST', `${payments}/sessions`, sessionBody);
  const payment = body as BenchPayment;
  await fetch(`${platform.controlUrl}/stripe`, {
    method: 'POST',
    body: JSON.stringify({ intent: payment.sessionId, drop: true }),
  });
  return payment;
}

/** A payment that is held. */
export async function anAuthorized(platform: Platform, caller: BenchCaller): Promise<BenchPayment> {
  const payment = await aSession(platform, caller);
  const { apiBase, secretKey } = platform.stripe;
  await fetch(`${apiBase}/v1/payment_intents/${payment.sessionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  });
  const { transactionId } = payment;
  await platform.call(caller, 'POST', `${payments}/status`, { transactionId });
  return payment;
}

async function aCaptured(platform: Platform, caller: BenchCaller): Promise<BenchPayment> {
  const payment = await anAuthorized(platform, caller);
  await platform.call(caller, 'POST', `${payments}/capture`, { transactionId: payment.transactionId });
  return payment;
}

type Make = (platform: Platform, caller: BenchCaller) => Promise<BenchPayment>;
const of =
  (make: Make, call: (id: string) => TypicalCall): Prepare =>
  async (platform, caller) =>
    call((await make(platform, caller)).transactionId);

/** By operation id. */
export const paymentPreparations: Readonly<Record<string, Prepare>> = {
  createPaymentSession: async (platform, caller) => {
    await connectToStripe(platform, caller);
    return { path: `${payments}/sessions`, body: sessionBody };
  },
  capturePayment: of(anAuthorized, (transactionId) => ({
    path: `${payments}/capture`,
    body: { transactionId },
  })),
  refundPayment: of(aCaptured, (transactionId) => ({
    path: `${payments}/refund`,
    body: { transactionId, amount: 10 },
  })),
  cancelPayment: of(anAuthorized, (transactionId) => ({
    path: `${payments}/cancel`,
    body: { transactionId },
  })),
  getPaymentStatus: of(aCaptured, (id) => ({ path: `${payments}/status?transactionId=${id}` })),
  refreshPayment: of(aCaptured, (transactionId) => ({ path: `${payments}/status`, body: { transactionId } })),
  getPayment: of(aCaptured, (id) => ({ path: `${payments}/transactions/${id}` })),
  getPaymentProvider: async () => ({ path: `${payments}/providers/stripe` }),
};

/** A message of Stripe about a payment, with its signature. */
export function aSignedMessage({ stripe }: { stripe: { webhookSecret: string } }, sessionId: string) {
  const object = { id: sessionId, object: 'payment_intent', status: 'requires_action', amount: 4_990 };
  const created = Math.floor(Date.now() / 1_000);
  const message = {
    id: `evt_${sessionId}`,
    object: 'event',
    created,
    type: 'payment_intent.requires_action',
    data: { object },
  };
  const body = JSON.stringify(message);
  return { body, signature: signatureOf(stripe.webhookSecret, created, body) };
}
