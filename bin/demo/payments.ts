import type { Tour } from './tour.ts';

/** Payments from the session to the last refund, with the Stripe emulator and with a manual provider. */
export async function paymentSteps(tour: Tour): Promise<void> {
  const { access, as, call, chapter, refused, step, tag } = tour;
  chapter('Payments');
  const [admin, viewer, stranger] = [as('acmeAdmin'), as('acmeViewer'), as('globexAdmin')];
  await call('List the payment providers', () => viewer.GET('/api/payment_gateways/providers'), {
    show: ({ items }) =>
      items.map(({ providerKey, configurationStatus }) => `${providerKey}: ${configurationStatus}`),
  });
  const begin = (amount: number) =>
    admin.POST('/api/payment_gateways/sessions', {
      params: { header: { 'Idempotency-Key': `order-${tag}` } },
      body: { providerKey: 'stripe', amount, currencyCode: 'EUR', captureMethod: 'manual' },
    });
  const { transactionId, sessionId } = await call(
    'Create a payment; its amount is exact',
    () => begin(49.9),
    { show: ({ transactionId, sessionId, status }) => ({ transactionId, sessionId, status }) },
  );
  await refused(
    'The same idempotency key with another amount is refused',
    409,
    () => begin(59.9),
    ({ code }) => code,
  );
  await step('The customer confirms in the browser; here, at the Stripe emulator', {
    method: 'POST',
    base: access.stripe?.apiBase,
    path: `/v1/payment_intents/${sessionId}/confirm`,
    bearer: access.stripe?.secretKey,
    form: { payment_method: 'pm_card_visa' },
    expect: 200,
    show: ({ status }) => status,
  });
  await call(
    'Read its status, as Stripe reported it',
    () => admin.POST('/api/payment_gateways/status', { body: { transactionId } }),
    { show: ({ status, gatewayStatus, amountReceived }) => ({ status, gatewayStatus, amountReceived }) },
  );
  const capture = () => admin.POST('/api/payment_gateways/capture', { body: { transactionId } });
  await call('Capture the payment', capture, { show: (answer) => answer });
  await call('Capturing again has no further effect', capture, { show: (answer) => answer });
  await call(
    'Refund a part',
    () =>
      admin.POST('/api/payment_gateways/refund', {
        body: { transactionId, amount: 9.9, reason: 'one item', operationId: `refund-${tag}` },
      }),
    { show: ({ status, refundedAmount }) => ({ status, refundedAmount }) },
  );
  await refused(
    'Refunding more than the remaining amount is refused',
    409,
    () => admin.POST('/api/payment_gateways/refund', { body: { transactionId, amount: 40.01 } }),
    ({ error }) => error,
  );
  await call(
    'The payment with its history',
    () => viewer.GET('/api/payment_gateways/transactions/{id}', { params: { path: { id: transactionId } } }),
    {
      show: ({ transaction: { unifiedStatus, amountRefunded, webhookLog } }) => ({
        ...{ unifiedStatus, amountRefunded },
        log: webhookLog.map(({ eventType }) => eventType),
      }),
    },
  );
  await refused(
    'Another tenant gets a 404',
    403,
    () => stranger.GET('/api/payment_gateways/status', { params: { query: { transactionId } } }),
    ({ error }) => error,
  );
  const hosted = await call(
    'A payment on Stripe’s own page: send the customer to `redirectUrl`, or open it in a browser',
    () =>
      admin.POST('/api/payment_gateways/sessions', {
        body: {
          ...{ providerKey: 'stripe', amount: 25, currencyCode: 'EUR', mode: 'redirect' },
          description: `Order SO-${tag}`,
          successUrl: `${access.baseUrl}/docs/api?paid={CHECKOUT_SESSION_ID}`,
        },
      }),
    { show: ({ redirectUrl, status }) => ({ redirectUrl, status }) },
  );
  const page = new URL(hosted.redirectUrl ?? '');
  await step('The customer pays there, and is redirected back', {
    method: 'POST',
    base: page.origin,
    path: page.pathname,
    form: { card: 'pm_card_visa' },
    expect: 200,
  });
  await call(
    'Stripe’s message reports that the session is paid',
    () =>
      viewer.GET('/api/payment_gateways/status', {
        params: { query: { transactionId: hosted.transactionId } },
      }),
    {
      again: ({ status }) => status !== 'captured',
      show: ({ status, amountReceived }) => ({ status, amountReceived }),
    },
  );
  const owner = { providerKey: 'stripe', customerReference: `customer-${tag}` };
  const setup = await call(
    'A customer saves a card without paying: send them to `redirectUrl`',
    () =>
      admin.POST('/api/payment_gateways/payment_methods/setups', {
        body: { ...owner, successUrl: `${access.baseUrl}/docs/api?saved={CHECKOUT_SESSION_ID}` },
      }),
    { show: ({ redirectUrl }) => ({ redirectUrl }) },
  );
  const savePage = new URL(setup.redirectUrl);
  await step('They select a card there', {
    method: 'POST',
    base: savePage.origin,
    path: savePage.pathname,
    form: { card: 'pm_card_visa' },
    expect: 200,
  });
  const saved = await call(
    'List the saved cards; only their ids are stored here',
    () => viewer.GET('/api/payment_gateways/payment_methods', { params: { query: owner } }),
    { show: ({ items }) => items.map(({ brand, last4 }) => `${brand} ${last4}`) },
  );
  await call(
    'Charge the card without the customer',
    () =>
      admin.POST('/api/payment_gateways/sessions', {
        body: {
          ...{ ...owner, amount: 12, currencyCode: 'EUR' },
          paymentMethodId: saved.items[0]?.id ?? '',
        },
      }),
    { show: ({ status, failure }) => ({ status, failure }) },
  );
  const transfer = await call(
    'Create a bank transfer, in a currency without decimals',
    () =>
      admin.POST('/api/payment_gateways/sessions', {
        body: { providerKey: 'manual', amount: 5000, currencyCode: 'JPY' },
      }),
    { show: ({ providerData }) => providerData },
  );
  await call(
    'A part of it has arrived',
    () =>
      admin.POST('/api/payment_gateways/capture', {
        body: { transactionId: transfer.transactionId, amount: 2000 },
      }),
    { show: (answer) => answer },
  );
}
