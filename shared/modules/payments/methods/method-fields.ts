/** Fields of payment methods that requests and responses share. */
import * as z from 'zod/mini';
import { about, text } from '../../../kernel/http/fields.ts';
import { paymentLimits } from '../limits.ts';

export const methodExample = 'pm_1PqkXr2eZvKYlo2C';
const customerExample = 'customer-1001';

export const customerReference = text(paymentLimits.customerReference).check(
  about(
    'Your own id of the customer. Each organization has its own customers: the same reference in another ' +
      'organization is another customer.',
    customerExample,
  ),
);

const idPattern = /^[\w-]+$/;

/** The provider's id of a payment method. */
export function methodId(description: string) {
  return text(paymentLimits.paymentMethodId)
    .check(z.refine((value) => idPattern.test(value), { error: 'must be the id of a payment method' }))
    .check(about(description, methodExample));
}
