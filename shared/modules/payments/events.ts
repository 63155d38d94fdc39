import * as z from 'zod/mini';
import { field, id, resourceData, resourceEvents, text, textOrNull } from '../../kernel/events/definition.ts';
import { paymentStatuses } from './operations/status.ts';

const amount = (description: string, example: number) => field(z.number(), description, example);

const payment = {
  transactionId: id('Id of the transaction.'),
  paymentId: id('The platform’s reference of the payment.', '8d1f7c52-3b4e-4b7b-9a55-0c2a6f1d9e33'),
  providerKey: text('Key of the payment provider.', 'stripe'),
  status: field(z.enum(paymentStatuses), 'Status of the payment.', 'captured'),
  previousStatus: textOrNull('The previous status; null for a new payment.', 'authorized'),
  amount: amount('Amount of the payment.', 49.9),
  amountReceived: amount('Captured amount.', 49.9),
  amountRefunded: amount('Refunded amount.', 0),
  currencyCode: text('ISO 4217 code of the currency.', 'EUR'),
  orderId: textOrNull('Order of the payment.', null),
};
const dispute = {
  ...payment,
  disputeId: text('The provider’s id of the dispute.', 'dp_3Mtw'),
  disputeStatus: text('Name of the provider for it.', 'needs_response'),
  disputeReason: textOrNull('Why.', 'fraudulent'),
  disputeAmount: amount('Disputed amount.', 49.9),
};

const customer = {
  providerKey: text('Provider that stores the payment method.', 'stripe'),
  customerReference: text('The caller’s id of the customer.', 'customer-1001'),
};

export const events = [
  ...resourceEvents(resourceData('transaction', 'organization', payment), {
    'payment_gateways.session.created': 'A payment was created.',
  }),
  ...resourceEvents(resourceData('transaction', 'organization', payment), {
    'payment_gateways.payment.authorized': 'A payment was authorized and waits to be captured.',
    'payment_gateways.payment.captured': 'The final amount of a payment was captured.',
    'payment_gateways.payment.partially_captured': 'A part of a payment was captured; more may follow.',
    'payment_gateways.payment.failed': 'A payment was declined, or failed.',
    'payment_gateways.payment.refunded': 'A payment was refunded in full.',
    'payment_gateways.payment.partially_refunded': 'A part of a payment was refunded.',
    'payment_gateways.payment.cancelled': 'A payment was cancelled.',
    'payment_gateways.payment.expired': 'The session of a payment expired.',
    'payment_gateways.payment.updated':
      'Another field of a payment changed: the provider’s status, or a pending refund.',
  }),
  ...resourceEvents(resourceData('transaction', 'organization', dispute), {
    'payment_gateways.payment.disputed': 'The bank of a customer disputes a payment.',
    'payment_gateways.payment.dispute_closed': 'A dispute was closed.',
  }),
  ...resourceEvents(resourceData('customer', 'organization', customer), {
    'payment_gateways.customer.created': 'The provider created a customer for a new reference.',
    'payment_gateways.customer.updated':
      'The provider created a customer in place of one that it no longer has.',
  }),
  ...resourceEvents(resourceData('payment method', 'organization', customer), {
    'payment_gateways.payment_method.created': 'A customer saved a payment method.',
    'payment_gateways.payment_method.updated': 'A payment method became the default of its customer.',
    'payment_gateways.payment_method.deleted': 'A payment method was detached from its customer.',
  }),
];
