/** Stripe's test cards: their appearance and behavior. https://docs.stripe.com/testing */
import type { CardError } from './types.ts';

/** The result of confirming a payment with the card. */
export type Behaviour =
  | { kind: 'succeeds' }
  | { kind: 'authenticates' }
  | { kind: 'declines'; error: CardError };

interface TestCard {
  brand: string;
  last4: string;
  behaviour: Behaviour;
  /** Whether a customer can save it although payments with it are declined. */
  isSavable?: true;
}

const declined = (code: string, decline?: string): Behaviour => ({
  kind: 'declines',
  error: {
    type: 'card_error',
    code,
    ...(decline && { decline_code: decline }),
    message: code === 'expired_card' ? 'Your card has expired.' : 'Your card was declined.',
  },
});
const card = (brand: string, last4: string, behaviour: Behaviour = { kind: 'succeeds' }): TestCard => ({
  ...{ brand, last4, behaviour },
});
const authenticates: Behaviour = { kind: 'authenticates' };
const generic = declined('card_declined', 'generic_decline');
const withoutFunds = declined('card_declined', 'insufficient_funds');

const cards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: card('visa', '4242'),
  pm_card_visa_debit: card('visa', '5556'),
  pm_card_mastercard: card('mastercard', '4444'),
  pm_card_amex: card('amex', '8431'),
  pm_card_createDispute: card('visa', '0259'),
  pm_card_pendingRefund: card('visa', '7726'),
  pm_card_refundFail: card('visa', '5126'),
  pm_card_authenticationRequired: card('visa', '3184', authenticates),
  pm_card_threeDSecure2Required: card('visa', '3220', authenticates),
  pm_card_chargeDeclined: card('visa', '0002', generic),
  pm_card_visa_chargeDeclined: card('visa', '0002', generic),
  pm_card_chargeDeclinedInsufficientFunds: card('visa', '9995', withoutFunds),
  pm_card_visa_chargeDeclinedInsufficientFunds: card('visa', '9995', withoutFunds),
  pm_card_chargeDeclinedExpiredCard: card('visa', '0069', declined('expired_card')),
  pm_card_chargeCustomerFail: { ...card('visa', '0341', generic), isSavable: true },
};

const unknown = card('unknown', '0000');

export const isTestCard = (id: string): boolean => Object.hasOwn(cards, id);

export const testCard = (id: string): TestCard => (isTestCard(id) ? (cards[id] ?? unknown) : unknown);

/** Whether a customer can save it without paying. */
export function isSavable(id: string): boolean {
  const { behaviour, isSavable: behaviorOf = false } = testCard(id);
  return isTestCard(id) && (behaviorOf || behaviour.kind !== 'declines');
}
