/** Saved payment methods, which are charged later without the customer. */
import { describe, expect, inject, it } from 'vitest';
import { customerIdOf } from '../../../shared/modules/payments/methods/customer.ts';
import type {
  PaymentMethod,
  PaymentMethodSetup,
} from '../../../shared/modules/payments/methods/method-contract.ts';
import { processMethodEvent } from '../../../shared/modules/payments/methods/process-method-event.ts';
import { aMerchant, onStripe, paymentsPath } from '../../support/builders/payments.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const methodsPath = `${paymentsPath}/payment_methods`;
const reference = 'customer 1 / ü';
const ownerQuery = new URLSearchParams({ providerKey: 'stripe', customerReference: reference });

const successUrl = 'https://shop.example.com/saved?session={CHECKOUT_SESSION_ID}';

async function readStripe<Body>(path: string): Promise<Body> {
  const { apiBase, secretKey } = inject('stripe');
  const headers = { authorization: `Bearer ${secretKey}` };
  return (await fetch(`${apiBase}/v1/${path}`, { headers })).json() as Promise<Body>;
}

/** A customer with a saved card, which Stripe reports. */
async function aSavedMethod({ api }: TestCaller): Promise<{ id: string; customer: string }> {
  const body = { providerKey: 'stripe', customerReference: reference, successUrl };
  const setup = (await api.post<PaymentMethodSetup>(`${methodsPath}/setups`, { body })).body;
  const { customer } = await readStripe<{ customer: string }>(`checkout/sessions/${setup.setupId}`);
  const form = new URLSearchParams({ card: 'pm_card_visa' });
  const saved = await fetch(setup.redirectUrl, { method: 'POST', body: form, redirect: 'manual' });
  expect(saved.status).toBe(303);
  const { items } = (await api.get<{ items: PaymentMethod[] }>(`${methodsPath}?${ownerQuery}`)).body;
  return { id: items[0]?.id ?? '', customer };
}

describe('messages of the provider', () => {
  it('publish a payment method once, and not again after its deletion', async () => {
    const merchant = await aMerchant();
    const eventsSince = await watchEvents(merchant.tenantId);
    const published = async () => (await eventsSince()).map(({ type }) => type);
    const { id, customer } = await aSavedMethod(merchant);
    await expect.poll(published).toContain('payment_gateways.payment_method.created');
    await onStripe({ intent: customer, drop: true });
    await merchant.api.delete(`${methodsPath}/${id}?${ownerQuery}`);
    const object = { object: 'payment_method', id, customer };
    const message = { id: 'evt_1', type: 'payment_method.attached', data: { object } };
    const late = { providerKey: 'stripe', customerId: customerIdOf('stripe', reference), message };
    await processMethodEvent(merchant, late);
    await processMethodEvent(merchant, late);
    expect((await published()).filter((type) => type.includes('payment_method')).toSorted()).toEqual([
      'payment_gateways.payment_method.created',
      'payment_gateways.payment_method.deleted',
    ]);
  });
});
