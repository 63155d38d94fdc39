/** Payments on the provider's page, to which the customer is redirected. */
import { describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import { aMerchant, begin } from '../../support/builders/payments.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const successUrl = 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}';
const cancelUrl = 'https://shop.example.com/cart';
const onPage = { mode: 'redirect', successUrl, cancelUrl, description: 'Order <SO-1>' };

const pageOf = ({ redirectUrl = '' }: Pick<PaymentSession, 'redirectUrl'>) => fetch(redirectUrl);
/** The request that the form of the page sends. */
const pay = ({ redirectUrl = '' }: Pick<PaymentSession, 'redirectUrl'>, card = 'pm_card_visa') =>
  fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });

describe('a payment on the page of its provider', () => {
  it.each([
    [49.9, 'HUF', 'HUF 49.90'],
    [500, 'JPY', '¥500'],
    [5, 'ISK', 'ISK 5'],
    [1.23, 'KWD', 'KWD 1.230'],
  ])('shows %d %s as %s', async (amount, currencyCode, shown) => {
    const session = await begin(await aMerchant(), { ...onPage, amount, currencyCode });
    expect((await (await pageOf(session)).text()).replaceAll('\u00a0', ' ')).toContain(`>${shown}<`);
  });

  it('returns the customer to an address with characters of any language', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { ...onPage, successUrl: 'https://shop.example.com/感謝' });
    const paid = await pay(session);
    expect(paid.headers.get('location')).toBe(`https://shop.example.com/${encodeURIComponent('感謝')}`);
  });
});
