/** Payments on the provider's page, to which the customer is redirected. */
import { describe, expect, it } from 'vitest';
import { aMerchant, begin } from '../../support/builders/payments.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a payment on the page of its provider', () => {
  const onPage = { mode: 'redirect', successUrl: 'https://shop.example.com/感謝' };

  it.each([
    [49.9, 'HUF', 'HUF 49.90'],
    [500, 'JPY', '¥500'],
    [5, 'ISK', 'ISK 5'],
    [1.23, 'KWD', 'KWD 1.230'],
  ])('shows %d %s as %s', async (amount, currencyCode, shown) => {
    const { redirectUrl = '' } = await begin(await aMerchant(), { ...onPage, amount, currencyCode });
    const page = await (await fetch(redirectUrl)).text();
    expect(page.replaceAll('\u00a0', ' ')).toContain(`>${shown}<`);
  });

  it('returns the customer to an address with characters of any language', async () => {
    const { redirectUrl = '' } = await begin(await aMerchant(), onPage);
    const form = new URLSearchParams({ card: 'pm_card_visa' });
    const paid = await fetch(redirectUrl, { method: 'POST', body: form, redirect: 'manual' });
    expect(paid.headers.get('location')).toBe(`https://shop.example.com/${encodeURIComponent('感謝')}`);
  });
});
