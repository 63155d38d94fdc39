/** Payments on the provider's page, to which the customer is redirected. */
import { describe, expect, it } from 'vitest';
import { aMerchant, begin } from '../../support/builders/payments.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a payment on the page of its provider', () => {
  it('returns the customer to an address with characters of any language', async () => {
    const merchant = await aMerchant();
    const onPage = { mode: 'redirect', successUrl: 'https://shop.example.com/感謝' };
    const { redirectUrl = '' } = await begin(merchant, onPage);
    const form = new URLSearchParams({ card: 'pm_card_visa' });
    const paid = await fetch(redirectUrl, { method: 'POST', body: form, redirect: 'manual' });
    expect(paid.headers.get('location')).toBe(`https://shop.example.com/${encodeURIComponent('感謝')}`);
  });
});
