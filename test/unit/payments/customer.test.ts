import { describe, expect, it } from 'vitest';
import { paymentLimits } from '../../../shared/modules/payments/limits.ts';
import {
  customerIdOf,
  customerWriteKey,
  finishedRemovals,
  type MethodState,
  withMethod,
} from '../../../shared/modules/payments/methods/customer.ts';
import { ProviderError } from '../../../shared/modules/payments/providers/provider.ts';
import { stripeEvents } from '../../../shared/modules/payments/providers/stripe-events.ts';
import { failedCharge, toProviderError } from '../../../shared/modules/payments/providers/stripe-failure.ts';
import { savedMethod } from '../../../shared/modules/payments/providers/stripe-methods.ts';

describe('the id of a customer', () => {
  it('distinguishes provider and reference unambiguously', () => {
    expect(customerIdOf('a', 'bc')).not.toBe(customerIdOf('ab', 'c'));
    expect(customerIdOf('stripe', 'x')).toBe(customerIdOf('stripe', 'x'));
  });

  it('has a different key at the provider for each organization and each customer', () => {
    const keyOf = (organizationId: string, generation: number) =>
      customerWriteKey({ tenantId: 't', organizationId }, { id: 'c', generation });
    expect(new Set([keyOf('o', 1), keyOf('o', 2), keyOf('p', 1)]).size).toBe(3);
  });
});

describe('a report about a payment method', () => {
  it.each<[MethodState | undefined, MethodState, MethodState | undefined]>([
    [undefined, 'saved', 'saved'],
    [undefined, 'removing', 'removing'],
    [undefined, 'removed', 'removed'],
    ['saved', 'saved', undefined],
    ['saved', 'removing', 'removing'],
    ['saved', 'removed', 'removed'],
    ['removing', 'saved', undefined],
    ['removing', 'removing', undefined],
    ['removing', 'removed', 'removed'],
    ['removed', 'saved', undefined],
    ['removed', 'removing', undefined],
    ['removed', 'removed', undefined],
  ])('after %s, of %s, leaves %s', (known, state, expected) => {
    const methods: Record<string, MethodState> = known === undefined ? {} : { pm_1: known };
    expect(withMethod({ methods }, 'pm_1', state)?.pm_1).toBe(expected);
  });

  it('drops the oldest removed ones, and no existing ones', () => {
    const gone = Array.from({ length: paymentLimits.removedMethods }, (_, index) => `pm_gone_${index}`);
    const methods: Record<string, MethodState> = {
      pm_first: 'saved',
      ...Object.fromEntries(gone.map((id) => [id, 'removed' as const])),
    };
    const after = withMethod({ methods }, 'pm_last', 'removed') ?? {};
    expect(Object.keys(after)).toEqual(['pm_first', ...gone.slice(1), 'pm_last']);
  });
});

describe('interrupted removals', () => {
  it('are completed if the provider no longer has the payment method', () => {
    const methods = { pm_1: 'removing', pm_2: 'removing', pm_3: 'saved', pm_4: 'removed' } as const;
    expect(finishedRemovals({ methods }, [{ id: 'pm_2' }])).toEqual(['pm_1']);
  });
});

describe('a payment method of Stripe', () => {
  it('is shown with the details of its type', () => {
    const wallet = { type: 'apple_pay' };
    const card = { brand: 'amex', last4: '0005', exp_month: 4, exp_year: 2031, wallet };
    expect(savedMethod({ id: 'pm_1', type: 'card', created: 1_700_000_000, card }, 'pm_1')).toEqual({
      ...{ id: 'pm_1', type: 'card', brand: 'amex', last4: '0005', expiryMonth: 4, expiryYear: 2031 },
      ...{ wallet: 'apple_pay', isDefault: true, createdAtMs: 1_700_000_000_000 },
    });
    const debit = { id: 'pm_2', type: 'sepa_debit', created: 1, sepa_debit: { last4: '3000' } };
    expect(savedMethod(debit, 'pm_1')).toMatchObject({ brand: null, last4: '3000', expiryYear: null });
    expect(savedMethod({ id: 'pm_3' }, undefined)).toBeUndefined();
  });
});

describe('a charge without the customer', () => {
  const refused = (more: object) =>
    toProviderError({ statusCode: 402, type: 'StripeCardError', message: 'no', ...more }, undefined, 1);
  const intent = { id: 'pi_1', status: 'requires_payment_method' };

  it.each([
    [{ code: 'authentication_required' }, 'authentication_required'],
    [{ code: 'card_declined', decline_code: 'authentication_required' }, 'authentication_required'],
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'declined'],
    [{ code: 'expired_card' }, 'declined'],
  ])('%j is a payment that failed', (more, code) => {
    const charge = failedCharge(refused({ ...more, payment_intent: intent }));
    expect(charge).toMatchObject({ intent: { id: 'pi_1' }, failure: { code } });
  });

  it.each([
    ['without a payment intent', refused({ code: 'card_declined' })],
    ['that is not a refusal', new ProviderError('unsure', 'timeout')],
    [
      'of another kind',
      refused({ statusCode: 400, type: 'StripeInvalidRequestError', payment_intent: intent }),
    ],
    ['that is not from the provider', new Error('bug')],
  ])('an error %s is an error', (_, error) => {
    expect(failedCharge(error)).toBeUndefined();
  });

  it.each([
    [{ statusCode: 404, code: 'resource_missing', param: 'payment_method' }, 'paymentMethodId'],
    [{ statusCode: 404, code: 'resource_missing', param: 'customer' }, 'customerReference'],
    [
      { statusCode: 400, message: 'The customer does not have a payment method with the ID pm_1.' },
      'paymentMethodId',
    ],
    [{ statusCode: 400, code: 'amount_too_small' }, 'amount'],
    [{ statusCode: 400, param: 'line_items[0][price_data][unit_amount]' }, 'amount'],
    [{ statusCode: 400, param: 'line_items[0][price_data][currency]' }, 'currencyCode'],
    [{ statusCode: 400, param: 'success_url' }, undefined],
  ])('%j blames a field', (error, field) => {
    expect(toProviderError(error, undefined, 1).field).toBe(field);
  });
});

describe('messages of Stripe about payment methods', () => {
  const page = { object: 'checkout.session', id: 'cs_1', customer: 'cus_1' };
  const message = (type: string, object: object, before?: object) => ({
    ...{ id: 'evt_1', type, created: 1 },
    data: { object, ...(before && { previous_attributes: before }) },
  });

  const method = { object: 'payment_method', id: 'pm_1', customer: null };

  it.each([
    ['payment_method.attached', { ...method, customer: 'cus_1' }, undefined, 'saved'],
    ['payment_method.detached', method, { customer: 'cus_1' }, 'removed'],
    ['setup_intent.succeeded', { object: 'setup_intent', id: 'seti_1', customer: 'cus_1' }],
    ['checkout.session.completed', { ...page, mode: 'setup' }],
  ])('%s names the customer', (type, object, before?: object, state?: string) => {
    const given = message(type, object, before);
    expect(stripeEvents.sessionHint(given)).toBe('cus_1');
    expect(stripeEvents.readMethod?.(given)?.state).toBe(state);
  });

  it('about a payment with a customer name the payment', () => {
    const paid = message('checkout.session.completed', { ...page, mode: 'payment' });
    expect(stripeEvents.sessionHint(paid)).toBe('cs_1');
    const intent = { object: 'payment_intent', id: 'pi_1', customer: 'cus_1' };
    expect(stripeEvents.sessionHint(message('payment_intent.succeeded', intent))).toBe('pi_1');
  });
});
