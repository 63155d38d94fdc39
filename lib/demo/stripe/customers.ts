/** Customers and the cards that they have saved. https://docs.stripe.com/api/payment_methods */
import * as z from 'zod/mini';
import { refused } from './faults.ts';
import { metadata, optionalText } from './form.ts';
import type { Ledger } from './ledger.ts';
import type { Customer, SavedCard } from './objects.ts';

export const customerParameters = z.strictObject({
  metadata,
  email: optionalText,
  name: optionalText,
  description: optionalText,
});

export function createCustomer(ledger: Ledger, fields: z.output<typeof customerParameters>): Customer {
  return ledger.add('customers', {
    ...ledger.identity('customers'),
    ...fields,
    default_payment_method: null,
  });
}

export const foreignCard = (id: string) =>
  refused(
    `The customer does not have a payment method with the ID ${id}. ` +
      'The payment method must be attached to the customer.',
  );

export const customerUpdateParameters = z.strictObject({
  metadata,
  invoice_settings: z.optional(z.strictObject({ default_payment_method: z.string() })),
});

export function updateCustomer(
  ledger: Ledger,
  customer: Customer,
  { metadata: added, invoice_settings: settings }: z.output<typeof customerUpdateParameters>,
): void {
  const { default_payment_method: id = null } = settings ?? {};
  if (id !== null && ledger.objects('cards')[id]?.customer !== customer.id) throw foreignCard(id);
  customer.default_payment_method = id ?? customer.default_payment_method;
  customer.metadata = { ...customer.metadata, ...added };
}

/** When a customer saves a test card, it becomes a payment method of its own. */
export function saveCard(ledger: Ledger, card: string, customer: string): SavedCard {
  const saved = ledger.add('cards', { ...ledger.identity('cards'), customer, card });
  ledger.recordEvent('payment_method.attached', 'cards', saved);
  return saved;
}

/** A detached card cannot be used again. */
export function detachCard(ledger: Ledger, card: SavedCard): void {
  const { customer } = card;
  if (customer === null)
    throw refused(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  card.customer = null;
  const owner = ledger.objects('customers')[customer];
  if (owner?.default_payment_method === card.id) owner.default_payment_method = null;
  ledger.recordEvent('payment_method.detached', 'cards', card, { customer });
}
