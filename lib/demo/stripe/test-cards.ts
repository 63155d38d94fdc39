/** Stripe's test cards: their appearance and behavior. https://docs.stripe.com/testing */

export interface CardError {
  type: 'card_error';
  code: string;
  decline_code?: string | undefined;
  message: string;
}

interface TestCard {
  brand: string;
  last4: string;
  /** Every payment is declined with this error. */
  error?: CardError;
  /** A customer can save it although payments with it are declined. */
  isSavable?: true;
  /** The bank requires that the customer authenticates. */
  authenticates?: true;
  /** A captured payment is disputed soon. */
  isDisputed?: true;
  /** The first and the later status of a refund. */
  refund?: readonly [string, string];
}

export const cardError = (code: string, message: string, decline_code?: string): CardError => ({
  type: 'card_error',
  code,
  message,
  decline_code,
});
const declined = (reason: string) => ({
  error: cardError('card_declined', 'Your card was declined.', reason),
});
const expired = { error: cardError('expired_card', 'Your card has expired.') };
const generic = declined('generic_decline');
const withoutFunds = declined('insufficient_funds');

export const testCards: ReadonlyMap<string, TestCard> = new Map(
  Object.entries<TestCard>({
    pm_card_visa: { brand: 'visa', last4: '4242' },
    pm_card_visa_debit: { brand: 'visa', last4: '5556' },
    pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
    pm_card_amex: { brand: 'amex', last4: '8431' },
    pm_card_createDispute: { brand: 'visa', last4: '0259', isDisputed: true },
    pm_card_pendingRefund: { brand: 'visa', last4: '7726', refund: ['pending', 'succeeded'] },
    pm_card_refundFail: { brand: 'visa', last4: '5126', refund: ['succeeded', 'failed'] },
    pm_card_authenticationRequired: { brand: 'visa', last4: '3184', authenticates: true },
    pm_card_threeDSecure2Required: { brand: 'visa', last4: '3220', authenticates: true },
    pm_card_chargeDeclined: { brand: 'visa', last4: '0002', ...generic },
    pm_card_visa_chargeDeclined: { brand: 'visa', last4: '0002', ...generic },
    pm_card_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', ...withoutFunds },
    pm_card_visa_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', ...withoutFunds },
    pm_card_chargeDeclinedExpiredCard: { brand: 'visa', last4: '0069', ...expired },
    pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', ...generic, isSavable: true },
  }),
);
