import { describe, expect, it } from 'vitest';
import type { SessionRequest } from '../../../shared/modules/payments/providers/provider.ts';
import { metadataOf } from '../../../shared/modules/payments/providers/stripe.ts';
import {
  checkoutParams,
  descriptionParams,
} from '../../../shared/modules/payments/providers/stripe-checkout.ts';

const own = {
  ...{ transactionId: 'transaction', paymentId: 'payment' },
  ...{ tenantId: 'tenant', organizationId: 'organization' },
};
const aRequest = (values: Partial<SessionRequest> = {}): SessionRequest => ({
  ...own,
  ...{ orderId: null, amountMinor: 1_000, currencyCode: 'EUR', captureMethod: 'manual', description: null },
  ...{ metadata: {}, isHosted: true, successUrl: 'https://shop.example.com/thanks', cancelUrl: null },
  ...values,
});

describe('the description for Stripe', () => {
  it.each(['', '  ', null])('is left out if it is %j, because Stripe refuses empty texts', (description) => {
    expect(descriptionParams({ description })).toEqual({});
    const { payment_intent_data: intent } = checkoutParams(aRequest({ description }), {});
    expect(intent).not.toHaveProperty('description');
  });

  it('is sent as it was given', () => {
    expect(descriptionParams({ description: 'Order SO-1' })).toEqual({ description: 'Order SO-1' });
  });
});

it('the name of what is paid for on a page is shortened to what Stripe accepts', () => {
  const nameOf = (description: string) =>
    checkoutParams(aRequest({ description }), {}).line_items[0]?.price_data.product_data.name;
  expect(nameOf('x'.repeat(250))).toBe('x'.repeat(250));
  expect(nameOf('x'.repeat(251))).toBe(`${'x'.repeat(249)}…`);
});

describe('the metadata for Stripe', () => {
  it.each([
    ['an empty key', { '': 'x' }, {}],
    ['a long key', { ['k'.repeat(41)]: 'x' }, {}],
    ['a key with brackets', { 'a[b]': 'x' }, {}],
    ['a long value', { a: 'x'.repeat(501) }, {}],
    ['a key of the platform', { tenantId: 'x' }, {}],
    ['the name of a prototype member', { constructor: 'x' }, { constructor: 'x' }],
    ['a number', { a: 1 }, { a: '1' }],
  ])('with %s', (_, metadata, sent) => {
    expect(metadataOf(aRequest({ metadata }))).toEqual({ ...sent, ...own });
  });
});
