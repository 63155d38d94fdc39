/** Customers and the cards that they have saved. https://docs.stripe.com/api/payment_methods */
import { metadataIn, onlyKnown, textIn } from './form.ts';
import { type Ledger, newId } from './ledger.ts';
import { shownCard } from './objects.ts';
import { badParameter, type Customer, type Form, type SavedCard, StripeFault } from './types.ts';

export function createCustomer(ledger: Ledger, given: Form): Customer {
  const form = onlyKnown(given, ['metadata', 'email', 'name', 'description']);
  const customer: Customer = {
    id: newId('cus', 14),
    created: ledger.now,
    metadata: metadataIn(form),
    default_payment_method: null,
  };
  ledger.account.customers[customer.id] = customer;
  return customer;
}

export const foreignCard = (id: string): StripeFault =>
  new StripeFault(400, {
    type: 'invalid_request_error',
    message:
      `The customer does not have a payment method with the ID ${id}. ` +
      'The payment method must be attached to the customer.',
  });

export function updateCustomer(ledger: Ledger, customer: Customer, given: Form): Customer {
  const { invoice_settings: settings = {} } = onlyKnown(given, ['metadata', 'invoice_settings']);
  if (typeof settings === 'string' || Array.isArray(settings))
    throw badParameter('invoice_settings', 'parameter_invalid_empty', 'Invalid hash: invoice_settings');
  const id = textIn(onlyKnown(settings, ['default_payment_method']), 'default_payment_method');
  if (id !== undefined) {
    if (ledger.account.cards[id]?.customer !== customer.id) throw foreignCard(id);
    customer.default_payment_method = id;
  }
  Object.assign(customer.metadata, metadataIn(given));
  return customer;
}

export function cardsOf(ledger: Ledger, customerId: string): SavedCard[] {
  return Object.values(ledger.account.cards).filter(({ customer }) => customer === customerId);
}

/** When a customer saves a test card, it becomes a payment method of its own. */
export function saveCard(ledger: Ledger, card: string, customer: string): SavedCard {
  const saved: SavedCard = { id: newId('pm'), created: ledger.now, customer, card };
  ledger.account.cards[saved.id] = saved;
  ledger.recordEvent('payment_method.attached', shownCard(saved));
  return saved;
}

/** A detached card cannot be used again. */
export function detachCard(ledger: Ledger, card: SavedCard): SavedCard {
  const { customer } = card;
  if (customer === null)
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      message: 'The payment method you provided is not attached to a customer so detachment is impossible.',
    });
  card.customer = null;
  const owner = ledger.find('customers', customer);
  if (owner.default_payment_method === card.id) owner.default_payment_method = null;
  ledger.recordEvent('payment_method.detached', shownCard(card), { customer });
  return card;
}
