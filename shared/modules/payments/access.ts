/**
 * Reads a payment with everything that its operations need: the connection to its provider and the
 * operation's record.
 */

import { toJson } from '../../kernel/base/json.ts';
import type { Scope } from '../../kernel/base/principal.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import type { Key, RowScope } from '../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../kernel/table/read.ts';
import { type Connection, connectionKeys, connectWith } from '../integrations/public.ts';
import type { IntegrationDefinition } from '../integrations/public-data.ts';
import { findIntegration } from '../integrations/public-data.ts';
import { UnknownPaymentProviderError } from './errors.ts';
import { paymentKey } from './keys.ts';
import type { StoredOperation } from './operations/operation.ts';
import { operationAmong, operationKey } from './operations/operation-store.ts';
import type { StoredPayment } from './payment.ts';
import { paymentAmong } from './payment-store.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { findProvider, paymentProviders } from './providers/providers.ts';

/** The integration of a provider; undefined if it needs none. */
export function integrationOf({
  integrationId,
}: Pick<PaymentProvider, 'integrationId'>): IntegrationDefinition | undefined {
  return integrationId === undefined ? undefined : findIntegration(integrationId);
}

/** The provider with this key. Throws UnknownPaymentProviderError. */
export function knownProvider(key: string): PaymentProvider {
  const provider = findProvider(key);
  if (provider !== undefined) return provider;
  const keys = paymentProviders.map((one) => one.key);
  throw new UnknownPaymentProviderError(key, keys);
}

/** The keys of all providers' connections, because the payment's provider is known only after it is read. */
function allConnectionKeys(scope: RowScope): Key[] {
  const keys = paymentProviders.flatMap((provider) => {
    const definition = integrationOf(provider);
    return definition ? connectionKeys(scope, definition) : [];
  });
  return [...new Map(keys.map((key) => [toJson(key), key])).values()];
}

/** Undefined for providers without an integration. */
export async function connectionOf(
  at: RowScope,
  provider: PaymentProvider,
  items?: readonly Item[],
): Promise<Connection | undefined> {
  const definition = integrationOf(provider);
  if (definition === undefined) return undefined;
  return connectWith(at, definition, items);
}

/** Whether the provider can be called. */
export function isUsable(provider: PaymentProvider, connection: Connection | undefined): boolean {
  if (integrationOf(provider) === undefined) return true;
  return connection?.isEnabled === true && Object.keys(connection.credentials).length > 0;
}

/** Reads the current payment and operation. One request. */
export async function readCurrent(
  payment: StoredPayment,
  operationId?: string,
): Promise<{ payment: StoredPayment | undefined; operation: StoredOperation | undefined }> {
  const items = await batchGet([
    paymentKey(payment, payment.id),
    ...(operationId === undefined ? [] : [operationKey(payment, operationId)]),
  ]);
  return {
    payment: paymentAmong(payment, payment.id, items),
    operation: operationId === undefined ? undefined : operationAmong(payment, operationId, items),
  };
}

export interface Access {
  payment: StoredPayment;
  operation: StoredOperation | undefined;
  provider: PaymentProvider;
  connection: Connection | undefined;
}

/**
 * A visible payment with its provider's connection and the record of an operation. One request if the payment
 * belongs to the active organization. Throws NotFoundError, UnknownPaymentProviderError, UnavailableError.
 */
export async function readAccess(scope: Scope, transactionId: string, operationId?: string): Promise<Access> {
  const { tenantId, organizationId, organizationIds } = scope;
  const items = await batchGet([
    paymentKey(scope, transactionId),
    ...(operationId === undefined ? [] : [operationKey(scope, operationId)]),
    ...allConnectionKeys({ tenantId, organizationId }),
  ]);
  const payment = paymentAmong(scope, transactionId, items);
  if (payment === undefined || !organizationIds.includes(payment.organizationId))
    throw new NotFoundError('Payment transaction');
  // A team may have removed the provider of a stored payment.
  const provider = knownProvider(payment.providerKey);
  const isHere = payment.organizationId === organizationId;
  return {
    payment,
    operation: operationId === undefined ? undefined : operationAmong(scope, operationId, items),
    provider,
    connection: await connectionOf(payment, provider, isHere ? items : undefined),
  };
}
