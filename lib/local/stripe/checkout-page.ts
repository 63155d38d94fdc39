/** The page of a Checkout session: the amount, a choice of test cards, and the link back. */
import type { CheckoutSession } from './types.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Test cards with their numbers. https://docs.stripe.com/testing */
const cards = [
  ['pm_card_visa', '4242 4242 4242 4242 (Visa, succeeds)'],
  ['pm_card_mastercard', '5555 5555 5555 4444 (Mastercard, succeeds)'],
  ['pm_card_chargeDeclined', '4000 0000 0000 0002 (declined)'],
] as const;

/** Cards that differ only for later charges without the customer. */
const savedCards = [
  ['pm_card_authenticationRequired', '4000 0027 6000 3184 (asks for authentication at each payment)'],
  ['pm_card_chargeCustomerFail', '4000 0000 0000 0341 (declined when charged later)'],
] as const;

const offered = ({ mode }: Pick<CheckoutSession, 'mode'>) =>
  mode === 'setup' ? [...cards, ...savedCards] : cards;

export const cardsOnPage = (session: CheckoutSession): readonly string[] =>
  offered(session).map(([id]) => id);

function amountText({ amount_total: amount, currency }: CheckoutSession): string {
  if (amount === null || currency === null) return '';
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem;color:#1a1f36}
h1{font-size:1.1rem;font-weight:600}.amount{font-size:2.25rem;font-weight:700;margin:0 0 1.5rem}
label{display:block;margin-bottom:.25rem}select,button{font:inherit;width:100%;padding:.6rem;border-radius:.4rem;border:1px solid #c1c9d2}
button{margin-top:1rem;background:#0a2540;color:#fff;border:0;cursor:pointer}.error{color:#b3093c}.note{color:#4f566b;font-size:.875rem}`;

const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

/** The page of an open session; `error` is the reason why the last card failed. */
export function checkoutPage(session: CheckoutSession, error?: string): string {
  const options = offered(session)
    .map(([id, label]) => `<option value="${id}">${escapeHtml(label)}</option>`)
    .join('');
  const back = session.cancel_url
    ? `<p><a href="${escapeHtml(session.cancel_url)}">Cancel and go back</a></p>`
    : '';
  return pageOf(
    session.mode === 'setup' ? session.itemName : `Pay ${session.itemName}`,
    `<h1>${escapeHtml(session.itemName)}</h1><p class="amount">${escapeHtml(amountText(session))}</p>` +
      (error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`) +
      `<form method="post"><label for="card">Card</label><select id="card" name="card">${options}</select>` +
      `<button type="submit">${session.mode === 'setup' ? 'Save card' : 'Pay'}</button></form>${back}` +
      '<p class="note">Stripe emulator: no money moves.</p>',
  );
}

/** The page of a session that can no longer be paid. */
export const closedPage = (session: CheckoutSession): string =>
  pageOf(
    'Checkout',
    `<h1>This checkout session is ${session.status === 'complete' ? (session.mode === 'setup' ? 'complete' : 'paid') : 'expired'}.</h1>`,
  );

/** The URL to which a customer returns after paying. */
export const returnUrl = ({ success_url: url, id }: CheckoutSession): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);
