/** Objects as Stripe shows them. Pure. */
import type { Account, Charge, CheckoutSession, Dispute, Intent, Refund } from './types.ts';

export interface Shown extends Record<string, unknown> {
  id: string;
  object: string;
}

export function shownIntent(intent: Intent, base = ''): Shown {
  const action =
    intent.status === 'requires_action'
      ? {
          type: 'redirect_to_url',
          redirect_to_url: { url: `${base}/_emu/3ds/${intent.id}`, return_url: null },
        }
      : null;
  return {
    object: 'payment_intent',
    ...intent,
    amount_details: { tip: {} },
    application: null,
    automatic_payment_methods: null,
    confirmation_method: 'automatic',
    customer: null,
    livemode: false,
    next_action: action,
    processing: null,
    receipt_email: null,
    setup_future_usage: null,
    statement_descriptor: null,
    transfer_group: null,
  };
}

export function shownCheckout(session: CheckoutSession, base = ''): Shown {
  const { intentForm: _, itemName: __, ...shown } = session;
  return {
    object: 'checkout.session',
    ...shown,
    amount_subtotal: session.amount_total,
    livemode: false,
    mode: 'payment',
    payment_method_types: ['card'],
    ui_mode: 'hosted',
    url: session.status === 'open' ? `${base}/c/pay/${session.id}` : null,
  };
}

export function shownCharge(charge: Charge): Shown {
  return {
    object: 'charge',
    ...charge,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null },
    livemode: false,
    metadata: {},
    paid: charge.status === 'succeeded',
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  };
}

export function shownRefund(refund: Refund): Shown {
  return { object: 'refund', ...refund, balance_transaction: null, receipt_number: null };
}

export function shownDispute(dispute: Dispute): Shown {
  return { object: 'dispute', ...dispute, is_charge_refundable: false, livemode: false, metadata: {} };
}

export function shownAccount({ id }: Account): Shown {
  return {
    id,
    object: 'account',
    business_type: 'company',
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    country: 'DE',
    default_currency: 'eur',
    email: null,
    type: 'standard',
  };
}
