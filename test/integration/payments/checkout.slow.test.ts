/** Payments on the provider's page, to which the customer is redirected. */
import { describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import {
  aMerchant,
  begin,
  cancel,
  connectToStripe,
  operate,
  refund,
} from '../../support/builders/payments.ts';
import { aTenant } from '../../support/builders/tenants.ts';
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

  /** The customer pays. */
  const pay = ({ redirectUrl = '' }: PaymentSession) =>
    fetch(redirectUrl, {
      method: 'POST',
      body: new URLSearchParams({ card: 'pm_card_visa' }),
      redirect: 'manual',
    });

  /** A paid session of which no message arrives, because they are signed with another secret. */
  async function paidInSilence(captureMethod: 'automatic' | 'manual') {
    const merchant = await aTenant();
    await connectToStripe(merchant, { webhookSecret: 'whsec_of_another_endpoint' });
    const session = await begin(merchant, { ...onPage, captureMethod });
    expect((await pay(session)).status).toBe(303);
    return { merchant, session };
  }

  it('is voided by a cancellation although its authorization is not known yet', async () => {
    const { merchant, session } = await paidInSilence('manual');
    expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
  });

  it('is not cancelled but can be refunded although its capture is not known yet', async () => {
    const { merchant, session } = await paidInSilence('automatic');
    const refused = await operate(merchant, 'cancel', session);
    expect([refused.status, refused.body.status]).toEqual([409, 'captured']);
    expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 49.9 });
  });

  it('returns the customer to an address with characters of any language', async () => {
    const paid = await pay(await begin(await aMerchant(), onPage));
    expect(paid.headers.get('location')).toBe(`https://shop.example.com/${encodeURIComponent('感謝')}`);
  });
});
