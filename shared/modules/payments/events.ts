import * as z from 'zod/mini';
import { field, id, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';
import { paymentStatuses } from './operations/status.ts';

const amount = (description: string, example: number) => field(z.number(), description, example);

const payment = {
  transactionId: id('Id of the transaction.'),
  paymentId: id('Our reference of the payment.', '8d1f7c52-3b4e-4b7b-9a55-0c2a6f1d9e33'),
  providerKey: text('Who takes the payment.', 'stripe'),
  status: field(z.enum(paymentStatuses), 'Status of the payment.', 'captured'),
  previousStatus: textOrNull('What it was before; null for a new one.', 'authorized'),
  amount: amount('Amount of the payment.', 49.9),
  amountReceived: amount('Captured amount.', 49.9),
  amountRefunded: amount('Refunded amount.', 0),
  currencyCode: text('ISO 4217 code of the currency.', 'EUR'),
  orderId: textOrNull('Order that it is for.', null),
};
const dispute = {
  ...payment,
  disputeId: text('The provider’s id of the dispute.', 'dp_3Mtw'),
  disputeStatus: text('As the provider names it.', 'needs_response'),
  disputeReason: textOrNull('Why.', 'fraudulent'),
  disputeAmount: amount('Disputed amount.', 49.9),
};

const customer = {
  providerKey: text('Who keeps the payment method.', 'stripe'),
  customerReference: text('The caller’s own id of the customer.', 'customer-1001'),
};

export const events = [
  ...resourceEvents(resourceData('transaction', 'organization', payment), {
    'payment_gateways.session.created': 'A payment began.',
  }),
  ...resourceEvents(resourceData('transaction', 'organization', payment), {
    'payment_gateways.payment.authorized': 'Money was authorized, and waits to be captured.',
    'payment_gateways.payment.captured': 'All that is taken of a payment was captured.',
    'payment_gateways.payment.partially_captured': 'Some of a payment was captured, and more may follow.',
    'payment_gateways.payment.failed': 'A payment was declined, or failed.',
    'payment_gateways.payment.refunded': 'All of a payment went back.',
    'payment_gateways.payment.partially_refunded': 'Some of a payment went back.',
    'payment_gateways.payment.cancelled': 'A payment was cancelled.',
    'payment_gateways.payment.expired': 'The session of a payment lapsed.',
    'payment_gateways.payment.updated':
      'Something else of a payment changed: the provider’s own status, or a refund that is under way.',
  }),
  ...resourceEvents(resourceData('transaction', 'organization', dispute), {
    'payment_gateways.payment.disputed': 'The bank of a customer demands a payment back.',
    'payment_gateways.payment.dispute_closed': 'A dispute was decided.',
  }),
  ...resourceEvents(resourceData('customer', 'organization', customer), {
    'payment_gateways.customer.created': 'The provider made a customer for a reference that had none.',
    'payment_gateways.customer.updated':
      'The provider made another customer in place of one that it no longer has.',
  }),
  ...resourceEvents(resourceData('payment method', 'organization', customer), {
    'payment_gateways.payment_method.created': 'A customer saved a payment method.',
    'payment_gateways.payment_method.updated': 'A payment method became the default of its customer.',
    'payment_gateways.payment_method.deleted': 'A payment method was taken away from its customer.',
  }),
];
