/** Saved payment methods of customers: lists, changes and deletes them. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError, StaleError } from '../../../kernel/errors/errors.ts';
import { contentTagOf } from '../../../kernel/http/content-tag.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { namesTag, Reply } from '../../../kernel/http/reply.ts';
import { readConnectionItems } from '../../integrations/public.ts';
import { connectionOf, integrationOf, knownProvider } from '../access.ts';
import { paymentLimits } from '../limits.ts';
import { asProviderError, assertUsable, failed, reportFailure } from '../operations/calls.ts';
import type { ProviderError, SavedMethod } from '../providers/provider.ts';
import { customerIdOf, finishedRemovals, type StoredCustomer } from './customer.ts';
import { methodsOf, type ProviderAccess } from './customer-service.ts';
import { findCustomer } from './customer-store.ts';
import type { PaymentMethod, UpdatePaymentMethod } from './method-contract.ts';
import { recordDefaultMethod, recordMethod } from './record-method.ts';

/** The customer whose payment methods are requested. */
interface Owner {
  providerKey: string;
  customerReference: string;
}

interface MethodAccess extends ProviderAccess {
  customer: StoredCustomer | undefined;
  context: ChangeContext;
}

/** A customer with the connection to the provider. Three concurrent requests. */
async function readMethodAccess(
  { scope: { tenantId, organizationId }, context }: Caller,
  { providerKey, customerReference }: Owner,
): Promise<MethodAccess> {
  const provider = knownProvider(providerKey);
  methodsOf(provider);
  provider.prepare?.();
  const scope = { tenantId, organizationId };
  const id = customerIdOf(provider.key, customerReference);
  const definition = integrationOf(provider);
  const [customer, items] = await allOf([
    findCustomer(scope, id),
    definition ? readConnectionItems(scope, definition) : [],
  ]);
  const connection = await connectionOf(scope, provider, items);
  assertUsable(provider, connection);
  return { scope, provider, connection, customer, context };
}

/** Logs a failed call of the provider, and returns the error for the caller. */
async function reported(
  { scope, connection, context }: MethodAccess,
  action: string,
  { id }: Pick<StoredCustomer, 'id'>,
  error: ProviderError,
) {
  await reportFailure(scope, connection, { action, transactionId: id, error }, context);
  return failed(error);
}

const callOf = ({ connection }: MethodAccess, timeoutMs: number) => ({
  ...{ connection, timeoutMs },
  nowMs: Date.now(),
});

/** The payment methods at the provider; completes interrupted removals. Throws PaymentProviderFailedError. */
async function methodsAtProvider(access: MethodAccess, timeoutMs: number): Promise<SavedMethod[]> {
  const { customer, provider, context } = access;
  if (customer === undefined) return [];
  const found = await methodsOf(provider)
    .list(customer.gatewayCustomerId, callOf(access, timeoutMs))
    .catch(async (thrown: unknown) => {
      throw await reported(access, 'payment methods', customer, asProviderError(thrown));
    });
  for (const id of finishedRemovals(customer, found)) await recordMethod(customer, id, 'removed', context);
  return found;
}

function toView(
  { id, type, brand, last4, expiryMonth, expiryYear, wallet, isDefault, createdAtMs }: SavedMethod,
  { providerKey, customerReference }: Owner,
): PaymentMethod {
  return {
    ...{ id, providerKey, customerReference, type, brand, last4 },
    ...{ expiryMonth, expiryYear, wallet, isDefault },
    createdAt: toIso(createdAtMs),
  };
}

/**
 * A customer's payment methods. Throws UnknownPaymentProviderError, PaymentMethodsUnsupportedError,
 * PaymentProviderUnavailableError, PaymentProviderFailedError.
 */
export async function listPaymentMethods(caller: Caller, owner: Owner) {
  const access = await readMethodAccess(caller, owner);
  const methods = await methodsAtProvider(access, paymentLimits.providerTimeoutMs);
  return { items: methods.map((method) => toView(method, owner)) };
}

const tagOf = (view: PaymentMethod): string => contentTagOf(toJson(view));

/** A customer's payment method. Throws NotFoundError, and StaleError if `ifMatch` names another version. */
async function readMethod(
  access: MethodAccess,
  id: string,
  owner: Owner,
  ifMatch: string | undefined,
): Promise<{ customer: StoredCustomer; view: PaymentMethod }> {
  const methods = await methodsAtProvider(access, paymentLimits.customerTimeoutMs);
  const found = methods.find((method) => method.id === id);
  if (access.customer === undefined || found === undefined) throw new NotFoundError('Payment method');
  const view = toView(found, owner);
  if (ifMatch !== undefined && !namesTag(ifMatch, tagOf(view))) throw new StaleError();
  return { customer: access.customer, view };
}

/** Throws NotFoundError, and what `listPaymentMethods` throws. */
export async function getPaymentMethod(caller: Caller, { id, ...owner }: Owner & { id: string }) {
  const access = await readMethodAccess(caller, owner);
  const { view } = await readMethod(access, id, owner, undefined);
  return new Reply(view, { etag: tagOf(view) });
}

/**
 * Sets a state, which is idempotent, so each request has a new key; it serves the retries of a provider's
 * package.
 */
const writeCall = (access: MethodAccess) => ({
  ...callOf(access, paymentLimits.customerTimeoutMs),
  idempotencyKey: `pm_${randomUUID()}`,
});

/**
 * Makes a payment method the customer's default. Throws NotFoundError, StaleError, and what
 * `listPaymentMethods` throws.
 */
export async function updatePaymentMethod(
  caller: Caller,
  { id, isDefault: _, ifMatch, ...owner }: UpdatePaymentMethod & Target,
) {
  const access = await readMethodAccess(caller, owner);
  const { customer, view } = await readMethod(access, id, owner, ifMatch);
  const after = { ...view, isDefault: true };
  const reply = new Reply(after, { etag: tagOf(after) });
  if (view.isDefault) return reply;
  await methodsOf(access.provider)
    .setDefault(customer.gatewayCustomerId, id, writeCall(access))
    .catch(async (thrown: unknown) => {
      throw await reported(access, 'default payment method', customer, asProviderError(thrown));
    });
  await recordDefaultMethod(customer, id, caller.context);
  return reply;
}

/**
 * Detaches a payment method from its customer. The removal is stored before the provider is called, so that
 * the next request, a list or the provider's message completes an interrupted one. Throws NotFoundError,
 * StaleError, and what `listPaymentMethods` throws.
 */
export async function deletePaymentMethod(caller: Caller, { id, ifMatch, ...owner }: Owner & Target) {
  const { context } = caller;
  const access = await readMethodAccess(caller, owner);
  const wasBegun = access.customer?.methods[id] === 'removing';
  const found = await readMethod(access, id, owner, ifMatch).catch((error: unknown) => {
    // An earlier request detached it but got no response; the read above has recorded the removal.
    if (wasBegun && error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (found === undefined) return { success: true as const };
  const { customer } = found;
  await recordMethod(customer, id, 'removing', context);
  await methodsOf(access.provider)
    .detach(id, writeCall(access))
    .catch(async (thrown: unknown) => {
      throw await reported(access, 'removal of a payment method', customer, asProviderError(thrown));
    });
  await recordMethod((await findCustomer(customer, customer.id)) ?? customer, id, 'removed', context);
  return { success: true as const };
}
