/** Refunds and disputes of captured money. */
import * as z from 'zod/mini';
import { invalid, refused, unexpectedState } from './faults.ts';
import { integer, metadata } from './form.ts';
import type { Ledger } from './ledger.ts';
import type { Charge, Dispute, Refund } from './objects.ts';
import { testCards } from './test-cards.ts';

/** Counts refunded money, including pending refunds and the release of what was not captured. */
function recount(ledger: Ledger, charge: Charge): void {
  const refunds = Object.values(ledger.objects('refunds')).filter((refund) => refund.charge === charge.id);
  const counted = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  charge.amount_refunded = counted.reduce((sum, { amount }) => sum + amount, 0);
  charge.refunded = charge.amount_refunded > 0 && charge.amount_refunded >= charge.amount;
}

export const refundParameters = z.strictObject({
  payment_intent: z.optional(z.string()),
  charge: z.optional(z.string()),
  amount: z.optional(integer),
  reason: z._default(z.nullable(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])), null),
  metadata,
});

type NewRefund = z.output<typeof refundParameters>;

function chargeOf(ledger: Ledger, { charge, payment_intent: id }: NewRefund): Charge {
  if (charge !== undefined) return ledger.find('charges', charge);
  const param = 'payment_intent';
  if (id === undefined)
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  const intent = ledger.find('intents', id, param);
  if (intent.status !== 'succeeded') throw unexpectedState(intent, 'refunded', ['succeeded']);
  return ledger.find('charges', intent.latest_charge ?? '');
}

/** Refunds an amount, by default the rest. Throws StripeFault. */
export function createRefund(ledger: Ledger, given: NewRefund): Refund {
  const charge = chargeOf(ledger, given);
  const { id, payment_intent, currency } = charge;
  if (charge.disputed)
    throw refused(`Charge ${id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  const rest = charge.captured ? charge.amount - charge.amount_refunded : 0;
  if (rest <= 0)
    throw refused(`Charge ${id} has already been refunded.`, { code: 'charge_already_refunded' });
  const { amount = rest } = given;
  if (amount > rest) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`;
    throw refused(message, { param: 'amount' });
  }
  const [status, settled] = testCards.get(charge.payment_method)?.refund ?? ['succeeded'];
  const fields = { ...given, amount, charge: id, payment_intent, currency, status };
  const refund = ledger.add('refunds', { ...ledger.identity('refunds'), ...fields });
  recount(ledger, charge);
  ledger.recordEvent('refund.created', 'refunds', refund);
  ledger.recordEvent('charge.refunded', 'charges', charge);
  if (settled) ledger.consequences.push((later) => settleRefund(later, refund, settled));
  return refund;
}

/**
 * Releases what was not captured. Like Stripe's API versions before 2025-03-31, it is reported as a refund, although no money
 * was moved.
 */
export function releaseRest(ledger: Ledger, charge: Charge): void {
  const { id, payment_intent, currency, amount, amount_captured: captured } = charge;
  if (captured === amount) return;
  const fields = { charge: id, payment_intent, currency, reason: null, metadata: {}, status: 'succeeded' };
  const rest = { ...ledger.identity('refunds'), ...fields, amount: amount - captured };
  const refund = ledger.add('refunds', rest);
  recount(ledger, charge);
  ledger.recordEvent('refund.created', 'refunds', refund);
  ledger.recordEvent('charge.refunded', 'charges', charge);
  ledger.recordEvent('charge.refund.updated', 'refunds', refund);
}

/** Completes a refund, also one that the bank had accepted before. */
export function settleRefund(ledger: Ledger, refund: Refund, status: string): Refund {
  refund.status = status;
  recount(ledger, ledger.find('charges', refund.charge));
  ledger.recordEvent('charge.refund.updated', 'refunds', refund);
  ledger.recordEvent('refund.updated', 'refunds', refund);
  if (status === 'failed') ledger.recordEvent('refund.failed', 'refunds', refund);
  return refund;
}

/** The customer's bank demands the money back. */
export function openDispute(ledger: Ledger, charge: Charge): Dispute {
  charge.disputed = true;
  const dispute = ledger.add('disputes', {
    ...ledger.identity('disputes'),
    amount: charge.amount_captured,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency: charge.currency,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  ledger.recordEvent('charge.dispute.created', 'disputes', dispute);
  return dispute;
}

export function closeDispute(ledger: Ledger, dispute: Dispute, status: string): Dispute {
  dispute.status = status;
  if (status === 'won') ledger.find('charges', dispute.charge).disputed = false;
  ledger.recordEvent('charge.dispute.closed', 'disputes', dispute);
  return dispute;
}
