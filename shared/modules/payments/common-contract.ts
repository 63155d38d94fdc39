/** What the contracts of payments share. */
import * as z from 'zod/mini';
import { text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { paymentLimits } from './limits.ts';
import { paymentStatuses } from './operations/status.ts';

export const base = { module: 'payments', auth: 'caller', scope: 'organization' } as const;
export const root = '/api/payment_gateways';
export const transactionExample = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
export const paymentExample = '8d1f7c52-3b4e-4b7b-9a55-0c2a6f1d9e33';

export const transactionId = uuid('Id of the transaction.');
export const paymentId = uuid('Our reference of the payment, to be shown to people and other systems.');

export const status = z.enum(paymentStatuses).check(
  z.meta({
    description:
      'Status of the payment. `pending` waits for the customer, `authorized` for a capture. After refunds it is ' +
      '`partially_refunded` or `refunded`; a dispute leaves it as it is.',
    examples: ['captured'],
  }),
);

/** Constructed anew for every field: a schema has one description. */
// @__NO_SIDE_EFFECTS__
export function amountField(description: string, example: number) {
  return z.number().check(z.meta({ description, examples: [example] }));
}

/** An amount in a request. Decimals are checked once its currency is known. */
// @__NO_SIDE_EFFECTS__
export function requestedAmount(description: string) {
  return z
    .number()
    .check(z.positive())
    .check(z.meta({ description, examples: [10.5] }));
}

export const operationId = z.optional(text(paymentLimits.operationId)).check(
  z.meta({
    description:
      'A text of your own that is the same in every try of one operation, like the header `Idempotency-Key`. Without ' +
      'either, the same request within 24 hours is the same operation: two refunds of the same amount need two ids.',
    examples: ['order-1001-refund-1'],
  }),
);

export const reason = z.optional(text(paymentLimits.reason, 0)).check(
  z.meta({
    description: 'Why. `duplicate` and `fraud` are passed on to Stripe.',
    examples: ['requested_by_customer'],
  }),
);

export const currencyCode = z
  .string()
  .check(z.meta({ description: 'ISO 4217 code of the currency.', examples: ['EUR'] }));

export const providerKey = z
  .string()
  .check(z.meta({ description: 'Key of the payment provider.', examples: ['stripe'] }));

export const captureMethod = z.enum(['automatic', 'manual']).check(
  z.meta({
    description:
      '`automatic` takes the money once the customer has confirmed, `manual` holds it until it is captured.',
    examples: ['manual'],
  }),
);

export const orNull = (description: string, example: string | null) =>
  z.nullable(z.string()).check(z.meta({ description, examples: [example] }));
export const timeOrNull = (description: string) => z.nullable(timestamp(description));
export const decimal = (description: string, example: string) =>
  z.string().check(z.meta({ description, examples: [example] }));

export const gatewayStatus = orNull('The provider’s own word for it.', 'succeeded');
export const redirectUrl = orNull('Payment page to send the customer to.', null);
