import type { Tour } from './tour.ts';

const intents = '/v1/payment_intents';

/** Payments from the session to the last refund, at the stand-in for Stripe and by hand. */
export async function paymentSteps({ access, chapter, step, tag }: Tour): Promise<void> {
  chapter('Payments');
  const key = 'acmeAdmin';
  const payments = '/api/payment_gateways';
  await step('Who takes payments', {
    method: 'GET',
    path: `${payments}/providers`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) =>
      (items as { providerKey: string; configurationStatus: string }[]).map(
        ({ providerKey, configurationStatus }) => `${providerKey}: ${configurationStatus}`,
      ),
  });
  const session = await step('A payment begins; its amount is exact', {
    method: 'POST',
    path: `${payments}/sessions`,
    key,
    headers: { 'Idempotency-Key': `order-${tag}` },
    body: { providerKey: 'stripe', amount: 49.9, currencyCode: 'EUR', captureMethod: 'manual' },
    expect: 201,
    show: ({ transactionId, sessionId, status }) => ({ transactionId, sessionId, status }),
  });
  const { transactionId } = session;
  await step('The same key, another amount: refused', {
    method: 'POST',
    path: `${payments}/sessions`,
    key,
    headers: { 'Idempotency-Key': `order-${tag}` },
    body: { providerKey: 'stripe', amount: 59.9, currencyCode: 'EUR', captureMethod: 'manual' },
    expect: 409,
    show: ({ code }) => code,
  });
  await step('The customer confirms in the browser: here, at the stand-in for Stripe', {
    method: 'POST',
    base: access.stripe?.apiBase,
    path: `${intents}/${session.sessionId}/confirm`,
    bearer: access.stripe?.secretKey,
    form: { payment_method: 'pm_card_visa' },
    expect: 200,
    show: ({ status }) => status,
  });
  await step('Stripe has told us, or is asked', {
    method: 'POST',
    path: `${payments}/status`,
    key,
    body: { transactionId },
    expect: 200,
    show: ({ status, gatewayStatus, amountReceived }) => ({ status, gatewayStatus, amountReceived }),
  });
  const captured = { method: 'POST', path: `${payments}/capture`, key, body: { transactionId }, expect: 200 };
  await step('The money is taken', { ...captured, show: (answer) => answer });
  await step('Again, and it is not taken twice', { ...captured, show: (answer) => answer });
  await step('Some of it goes back', {
    method: 'POST',
    path: `${payments}/refund`,
    key,
    body: { transactionId, amount: 9.9, reason: 'one item', operationId: `refund-${tag}` },
    expect: 200,
    show: ({ status, refundedAmount }) => ({ status, refundedAmount }),
  });
  await step('More than is left cannot', {
    method: 'POST',
    path: `${payments}/refund`,
    key,
    body: { transactionId, amount: 40.01 },
    expect: 409,
    show: ({ error }) => error,
  });
  await step('The payment and all that happened to it', {
    method: 'GET',
    path: `${payments}/transactions/${transactionId}`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ transaction }) => {
      const { unifiedStatus, amountRefunded, webhookLog } = transaction as {
        unifiedStatus: string;
        amountRefunded: string;
        webhookLog: { eventType: string }[];
      };
      return { unifiedStatus, amountRefunded, log: webhookLog.map(({ eventType }) => eventType) };
    },
  });
  await step('Another tenant may not even ask', {
    method: 'GET',
    path: `${payments}/status?transactionId=${transactionId}`,
    key: 'globexAdmin',
    expect: 403,
    show: ({ error }) => error,
  });
  const transfer = await step('A bank transfer, in a currency without decimals', {
    method: 'POST',
    path: `${payments}/sessions`,
    key,
    body: { providerKey: 'manual', amount: 5000, currencyCode: 'JPY' },
    expect: 201,
    show: ({ providerData }) => providerData,
  });
  await step('Part of it has arrived', {
    method: 'POST',
    path: `${payments}/capture`,
    key,
    body: { transactionId: transfer.transactionId, amount: 2000 },
    expect: 200,
    show: (answer) => answer,
  });
}
