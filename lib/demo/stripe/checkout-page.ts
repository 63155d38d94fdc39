/** The page of a Checkout session with the amount, a choice of test cards and the link back, and the bank's page. */
import { decimalsOf } from '../../../shared/kernel/base/currencies.ts';
import { toAmount } from '../../../shared/modules/payments/money.ts';
import { fromStripeAmount } from '../../../shared/modules/payments/providers/stripe-amounts.ts';
import { escapeHtml } from '../../local/escape-html.ts';
import type { Accounts } from './accounts.ts';
import { completeCheckout } from './checkout.ts';
import { StripeFault } from './faults.ts';
import type { Form } from './form.ts';
import { finishAuthentication } from './intents.ts';
import type { CheckoutSession } from './objects.ts';

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

const offered = ({ mode }: CheckoutSession) => (mode === 'setup' ? [...cards, ...savedCards] : cards);

function amountText({ amount_total: amount, currency }: CheckoutSession): string {
  if (amount === null || currency === null) return '';
  const code = currency.toUpperCase();
  const decimals = decimalsOf(code);
  if (decimals === undefined) return `${amount} ${code}`;
  // By itself, Intl omits the decimals of some currencies, such as HUF.
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, ...digits });
  return format.format(toAmount(fromStripeAmount(amount, code), code));
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem;color:#1a1f36}
h1{font-size:1.1rem;font-weight:600}.amount{font-size:2.25rem;font-weight:700;margin:0 0 1.5rem}
label{display:block;margin-bottom:.25rem}select,button{font:inherit;width:100%;padding:.6rem;border-radius:.4rem;border:1px solid #c1c9d2}
button{margin-top:1rem;background:#0a2540;color:#fff;border:0;cursor:pointer}.error{color:#b3093c}.note{color:#4f566b;font-size:.875rem}`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

/** The page of an open session; `error` is the reason why the last card failed. */
function openPage(session: CheckoutSession, error?: string): string {
  const isSetup = session.mode === 'setup';
  const name = escapeHtml(session.itemName);
  const options = offered(session).map(([id, label]) => `<option value="${id}">${label}</option>`);
  const back =
    session.cancel_url && `<p><a href="${escapeHtml(session.cancel_url)}">Cancel and go back</a></p>`;
  return page(
    isSetup ? session.itemName : `Pay ${session.itemName}`,
    `<h1>${name}</h1><p class="amount">${escapeHtml(amountText(session))}</p>` +
      (error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`) +
      `<form method="post"><label for="card">Card</label><select id="card" name="card">${options.join('')}</select>` +
      `<button type="submit">${isSetup ? 'Save card' : 'Pay'}</button></form>${back ?? ''}` +
      '<p class="note">Stripe emulator: no money moves.</p>',
  );
}

/** The page of a session that can no longer be paid. */
function closedPage({ status, mode }: CheckoutSession): string {
  const completed = mode === 'setup' ? 'complete' : 'paid';
  return page(
    'Checkout',
    `<h1>This checkout session is ${status === 'complete' ? completed : 'expired'}.</h1>`,
  );
}

interface PageResponse {
  status: number;
  html: string;
  /** Redirect target of the customer. */
  location?: string;
}

/** A visit of the bank's page authenticates the customer, or fails with `?result=fail`. */
function respondOnBankPage(accounts: Accounts, id: string, { result }: Form): PageResponse {
  const account = accounts.holding('intents', id);
  const intent = account?.intents[id];
  if (account === undefined || intent?.status !== 'requires_action')
    return { status: 404, html: 'This payment does not wait for an authentication.' };
  accounts.change(account, (ledger) => finishAuthentication(ledger, intent, result !== 'fail'));
  const html = page('Authentication', `<h1>The payment has the status ${intent.status}.</h1>`);
  return { status: 200, html };
}

/** Shows the pages, and handles the form of a Checkout session. Returns undefined for other requests. */
export function respondOnPage(
  accounts: Accounts,
  { method, path, form }: { method: string; path: string; form: Form },
): PageResponse | undefined {
  const [, kind, id] = /^\/(c\/pay|_emu\/3ds)\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  if (kind === '_emu/3ds') return respondOnBankPage(accounts, id, form);
  const account = accounts.holding('checkouts', id);
  const session = account?.checkouts[id];
  if (account === undefined || session === undefined)
    return { status: 404, html: 'This checkout session does not exist.' };
  const isForm = method === 'POST';
  if (session.status !== 'open') return { status: isForm ? 409 : 200, html: closedPage(session) };
  if (!isForm) return { status: 200, html: openPage(session) };
  const card = String(form.card);
  if (!offered(session).some(([name]) => name === card))
    return { status: 400, html: openPage(session, 'Choose one of the cards.') };
  try {
    accounts.change(account, (ledger) => completeCheckout(ledger, session, card));
    const target = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
    // A header may contain ASCII only.
    return { status: 303, html: '', location: URL.parse(target)?.href ?? target };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return { status: 402, html: openPage(session, error.message) };
  }
}
