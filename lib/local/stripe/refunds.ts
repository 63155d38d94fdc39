/** Refunds and disputes of captured money. */
import { integerIn, metadataIn, onlyKnown, required, textIn } from './form.ts';
import { unexpectedState } from './intents.ts';
import { type Ledger, newId } from './ledger.ts';
import { shownCharge, shownDispute, shownRefund } from './objects.ts';
import { badParameter, type Charge, type Dispute, type Form, type Refund, StripeFault } from './types.ts';

const refused = (code: string | undefined, message: string, param?: string) =>
  new StripeFault(400, {
    type: 'invalid_request_error',
    ...(code && { code }),
    ...(param && { param }),
    message,
  });

/** Counts refunded money, including pending refunds. */
function recount(ledger: Ledger, charge: Charge): void {
  const refunds = ledger.refundsOf(charge.payment_intent).filter(({ charge: of }) => of === charge.id);
  const counted = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  charge.amount_refunded = counted.reduce((sum, { amount }) => sum + amount, 0);
  charge.refunded = charge.amount_refunded > 0 && charge.amount_refunded >= charge.amount_captured;
}

function chargeOf(ledger: Ledger, form: Form): Charge {
  const chargeId = textIn(form, 'charge');
  if (chargeId !== undefined) return ledger.find('charges', chargeId);
  const intent = ledger.find(
    'intents',
    required(textIn(form, 'payment_intent'), 'payment_intent'),
    'payment_intent',
  );
  if (intent.status !== 'succeeded' || intent.latest_charge === null)
    throw unexpectedState(intent, 'refunded', ['succeeded']);
  return ledger.find('charges', intent.latest_charge);
}

export function createRefund(ledger: Ledger, given: Form): Refund {
  const form = onlyKnown(given, ['payment_intent', 'charge', 'amount', 'reason', 'metadata']);
  const reason = textIn(form, 'reason') ?? null;
  if (reason !== null && !['duplicate', 'fraudulent', 'requested_by_customer'].includes(reason))
    throw badParameter('reason', 'parameter_invalid_string', 'Invalid reason.');
  const wanted = integerIn(form, 'amount');
  const charge = chargeOf(ledger, form);
  if (charge.disputed)
    throw refused('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  const rest = charge.amount_captured - charge.amount_refunded;
  if (rest <= 0) throw refused('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  const amount = wanted ?? rest;
  if (amount > rest)
    throw refused(
      undefined,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`,
      'amount',
    );
  const refund: Refund = {
    id: newId('re'),
    amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    created: ledger.now,
    currency: charge.currency,
    metadata: metadataIn(form),
    reason,
    status: charge.payment_method === 'pm_card_pendingRefund' ? 'pending' : 'succeeded',
  };
  ledger.account.refunds[refund.id] = refund;
  recount(ledger, charge);
  ledger.recordEvent('refund.created', shownRefund(refund));
  ledger.recordEvent('charge.refunded', shownCharge(charge));
  return refund;
}

/** Completes a refund, also one that the bank had accepted before. */
export function settleRefund(ledger: Ledger, refund: Refund, status: Refund['status']): Refund {
  refund.status = status;
  recount(ledger, ledger.find('charges', refund.charge));
  ledger.recordEvent('charge.refund.updated', shownRefund(refund));
  ledger.recordEvent('refund.updated', shownRefund(refund));
  if (status === 'failed') ledger.recordEvent('refund.failed', shownRefund(refund));
  return refund;
}

/** The customer's bank demands the money back. */
export function openDispute(ledger: Ledger, charge: Charge, reason = 'fraudulent'): Dispute {
  const dispute: Dispute = {
    id: newId('dp'),
    amount: charge.amount_captured,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    created: ledger.now,
    currency: charge.currency,
    reason,
    status: 'needs_response',
  };
  ledger.account.disputes[dispute.id] = dispute;
  charge.disputed = true;
  charge.dispute = dispute.id;
  ledger.recordEvent('charge.dispute.created', shownDispute(dispute));
  return dispute;
}

export function closeDispute(ledger: Ledger, dispute: Dispute, status: string): Dispute {
  dispute.status = status;
  if (status === 'won') ledger.find('charges', dispute.charge).disputed = false;
  ledger.recordEvent('charge.dispute.closed', shownDispute(dispute));
  return dispute;
}
