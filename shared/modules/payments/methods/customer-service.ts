/** Customers of payment providers, created when they are first needed. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { NotFoundError, StaleError } from '../../../kernel/errors/errors.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import type { Connection } from '../../integrations/public.ts';
import { InvalidPaymentError, PaymentMethodsUnsupportedError } from '../errors.ts';
import { paymentLimits } from '../limits.ts';
import { asProviderError, failed, reportFailure } from '../operations/calls.ts';
import type { MethodStore, PaymentProvider, SessionCustomer } from '../providers/provider.ts';
import type { CreatePaymentSession } from '../sessions/session-contract.ts';
import { customerIdOf, customerWriteKey, type StoredCustomer } from './customer.ts';
import { customerAmong, findCustomer, saveCustomer } from './customer-store.ts';

export interface ProviderAccess {
  scope: RowScope;
  provider: PaymentProvider;
  connection: Connection | undefined;
}

/** Throws PaymentMethodsUnsupportedError. */
export function methodsOf({ methods, title }: PaymentProvider): MethodStore {
  if (methods === undefined) throw new PaymentMethodsUnsupportedError(title);
  return methods;
}

/** Throws InvalidPaymentError for an invalid combination of fields, PaymentMethodsUnsupportedError. */
export function assertCustomer(
  { customerReference, savePaymentMethod, paymentMethodId, mode }: CreatePaymentSession,
  provider: PaymentProvider,
): void {
  const isUsed = savePaymentMethod === true || paymentMethodId !== undefined;
  if (isUsed || customerReference !== undefined) methodsOf(provider);
  if (isUsed && customerReference === undefined) {
    const cause = paymentMethodId === undefined ? 'savePaymentMethod' : 'paymentMethodId';
    throw new InvalidPaymentError({ customerReference: `is required with ${cause}` });
  }
  if (paymentMethodId === undefined) return;
  if (savePaymentMethod === true)
    throw new InvalidPaymentError({ savePaymentMethod: 'is not possible with paymentMethodId' });
  if (mode === 'redirect')
    throw new InvalidPaymentError({ mode: 'redirect is not possible with paymentMethodId' });
}

/**
 * Creates a customer at the provider and stores it. All attempts use one idempotency key, so that concurrent
 * or interrupted requests create one customer. Throws PaymentProviderFailedError.
 */
async function makeCustomer(
  { scope, provider, connection }: ProviderAccess,
  customerReference: string,
  before: StoredCustomer | undefined,
  context: ChangeContext,
): Promise<StoredCustomer> {
  const id = customerIdOf(provider.key, customerReference);
  const generation = (before?.generation ?? 0) + 1;
  const nowMs = Date.now();
  const call = {
    ...{ connection, nowMs },
    timeoutMs: paymentLimits.customerTimeoutMs,
    idempotencyKey: customerWriteKey(scope, { id, generation }),
  };
  const request = { tenantId: scope.tenantId, organizationId: scope.organizationId, customerReference };
  const gatewayCustomerId = await methodsOf(provider)
    .createCustomer(request, call)
    .catch(async (thrown: unknown) => {
      const error = asProviderError(thrown);
      await reportFailure(scope, connection, { action: 'customer', transactionId: id, error }, context);
      throw failed(error);
    });
  const customer: StoredCustomer = {
    ...{ id, generation, gatewayCustomerId, customerReference },
    tenantId: scope.tenantId,
    organizationId: scope.organizationId,
    providerKey: provider.key,
    methods: {},
    defaultMethodId: null,
    createdAtMs: before?.createdAtMs ?? nowMs,
    updatedAtMs: nowMs,
    revision: (before?.revision ?? 0) + 1,
  };
  try {
    await saveCustomer(before, customer, context);
    return customer;
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
    return (await findCustomer(scope, id)) ?? customer;
  }
}

/** Returns the stored customer, or creates one. Throws PaymentProviderFailedError. */
export async function ensureCustomer(
  access: ProviderAccess,
  customerReference: string,
  items: readonly Item[],
  context: ChangeContext,
): Promise<StoredCustomer> {
  const id = customerIdOf(access.provider.key, customerReference);
  const existing = customerAmong(access.scope, id, items);
  return existing ?? makeCustomer(access, customerReference, undefined, context);
}

/**
 * The customer of a session; undefined without a customer reference. Throws NotFoundError for a payment
 * method without a customer, PaymentProviderFailedError.
 */
export async function customerFor(
  access: ProviderAccess,
  { customerReference, savePaymentMethod, paymentMethodId }: CreatePaymentSession,
  items: readonly Item[],
  context: ChangeContext,
): Promise<SessionCustomer | undefined> {
  if (customerReference === undefined) return undefined;
  const id = customerIdOf(access.provider.key, customerReference);
  if (paymentMethodId !== undefined && customerAmong(access.scope, id, items) === undefined)
    throw new NotFoundError('Payment method');
  const { gatewayCustomerId } = await ensureCustomer(access, customerReference, items, context);
  return {
    id: gatewayCustomerId,
    reference: customerReference,
    savesMethod: savePaymentMethod === true,
    methodId: paymentMethodId,
  };
}

/**
 * Creates another customer in place of one that the provider no longer has, because it was deleted or the
 * organization has another account. The current request fails; a repeated request uses the new customer.
 */
export async function replaceCustomer(
  access: ProviderAccess,
  { id: gatewayCustomerId, reference }: Pick<SessionCustomer, 'id' | 'reference'>,
  context: ChangeContext,
): Promise<void> {
  const before = await findCustomer(access.scope, customerIdOf(access.provider.key, reference));
  if (before?.gatewayCustomerId !== gatewayCustomerId) return;
  await makeCustomer(access, reference, before, context);
}
