/** Payments on the provider's page, to which the customer is redirected. */
import { describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import {
  aMerchant,
  begin,
  cancel,
  capture,
  paymentsPath,
  refreshed,
  refund,
  sessionBody,
  stored,
} from '../../support/builders/payments.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const successUrl = 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}';
const cancelUrl = 'https://shop.example.com/cart';
const onPage = { mode: 'redirect', successUrl, cancelUrl, description: 'Order <SO-1>' };

const pageOf = ({ redirectUrl = '' }: Pick<PaymentSession, 'redirectUrl'>) => fetch(redirectUrl);
/** The request that the form of the page sends. */
const pay = ({ redirectUrl = '' }: Pick<PaymentSession, 'redirectUrl'>, card = 'pm_card_visa') =>
  fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });

const becomes = (caller: TestCaller, id: string, expected: object) =>
  expect.poll(() => stored(caller, id), { timeout: 15_000 }).toMatchObject(expected);

describe('a payment on the page of its provider', () => {
  it('is captured after the customer has paid there and returned', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { ...onPage, captureMethod: 'automatic' });
    expect(session).toMatchObject({ status: 'pending', sessionId: expect.stringMatching(/^cs_/) });
    expect(session).not.toHaveProperty('clientSecret');
    const page = await (await pageOf(session)).text();
    expect(page).toContain('Order &lt;SO-1&gt;');
    expect(page).toContain('€49.90');
    expect(page).toContain(`href="${cancelUrl}"`);
    const paid = await pay(session);
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `https://shop.example.com/thanks?session=${session.sessionId}`,
    ]);
    await becomes(merchant, session.transactionId, {
      ...{ unifiedStatus: 'captured', amountReceived: '49.90' },
      providerSessionId: session.sessionId,
    });
    expect((await pay(session)).status).toBe(409);
    expect(await refund(merchant, session, { amount: 10 })).toMatchObject({ status: 'partially_refunded' });
  });

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

  it('with an authorization only is captured later, through the payment that the page created', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, onPage);
    await pay(session);
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'authorized' });
    expect(await capture(merchant, session, { amount: 20 })).toMatchObject({ capturedAmount: 20 });
    const [intent] = (await stored(merchant, session.transactionId)).webhookLog;
    expect(intent).toBeDefined();
    expect(await refund(merchant, session)).toMatchObject({ status: 'refunded', refundedAmount: 20 });
  });

  it('stays open after a declined card, and can be paid with another', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { ...onPage, captureMethod: 'automatic' });
    const declined = await pay(session, 'pm_card_chargeDeclined');
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('declined')]);
    expect((await pay(session)).status).toBe(303);
    await becomes(merchant, session.transactionId, { unifiedStatus: 'captured' });
  });

  it('is cancelled with its page', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, onPage);
    expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
    expect(await (await pageOf(session)).text()).toContain('expired');
    expect((await pay(session)).status).toBe(409);
  });

  it('is voided by cancelling the authorized payment', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, onPage);
    await pay(session);
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'authorized' });
    expect(await cancel(merchant, session)).toMatchObject({ status: 'cancelled' });
  });

  it.each([
    ['without a return URL', { mode: 'redirect' }, 'successUrl'],
    ['of a provider without a page', { ...onPage, providerKey: 'manual' }, 'mode'],
    ['of an unknown kind', { ...onPage, mode: 'popup' }, 'mode'],
  ])('is refused %s', async (_, input, field) => {
    const merchant = await aMerchant();
    const answer = await merchant.api.post(`${paymentsPath}/sessions`, { body: sessionBody(input) });
    expect(answer).toMatchObject({ status: 422, body: { details: [{ field }] } });
  });
});
