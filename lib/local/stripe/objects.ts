/** Formats objects as Stripe returns them. Pure. */
import { testCard } from './test-cards.ts';
import type {
  Account,
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Intent,
  Refund,
  SavedCard,
  SetupIntent,
} from './types.ts';

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
    livemode: false,
    next_action: action,
    processing: null,
    receipt_email: null,
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
    payment_method_types: ['card'],
    ui_mode: 'hosted',
    url: session.status === 'open' ? `${base}/c/pay/${session.id}` : null,
  };
}

export function shownCustomer({ default_payment_method: method, ...customer }: Customer): Shown {
  return {
    object: 'customer',
    ...customer,
    default_source: null,
    description: null,
    email: null,
    invoice_settings: { custom_fields: null, default_payment_method: method, footer: null },
    livemode: false,
    name: null,
  };
}

export function shownCard({ card, ...method }: SavedCard): Shown {
  const { brand, last4 } = testCard(card);
  return {
    object: 'payment_method',
    ...method,
    type: 'card',
    allow_redisplay: 'always',
    billing_details: { address: null, email: null, name: null, phone: null },
    card: {
      ...{ brand, display_brand: brand, last4, country: 'US', funding: 'credit' },
      ...{ exp_month: 12, exp_year: new Date(method.created * 1_000).getUTCFullYear() + 4 },
      wallet: null,
    },
    livemode: false,
    metadata: {},
  };
}

export function shownSetup(setup: SetupIntent): Shown {
  return {
    object: 'setup_intent',
    ...setup,
    livemode: false,
    payment_method_types: ['card'],
    usage: 'off_session',
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
