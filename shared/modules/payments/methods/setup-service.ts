/** Creates pages on which customers save payment methods without paying. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { toIsoOrNull } from '../../../kernel/base/times.ts';
import { givenKey } from '../../../kernel/http/idempotency.ts';
import type { Precondition } from '../../../kernel/http/operation.ts';
import { withReplayedHeader } from '../../../kernel/http/replayed.ts';
import { transact } from '../../../kernel/table/write.ts';
import { connectionKeys } from '../../integrations/public.ts';
import { connectionOf, integrationOf, knownProvider } from '../access.ts';
import { paymentCustomerKey } from '../keys.ts';
import { paymentLimits } from '../limits.ts';
import { asProviderError, assertUsable, failed, reportFailure } from '../operations/calls.ts';
import type { OnceCaller } from '../operations/requested-key.ts';
import { beginOnce, type Once } from '../sessions/begin-once.ts';
import { customerIdOf } from './customer.ts';
import { ensureCustomer, methodsOf, type ProviderAccess, replaceCustomer } from './customer-service.ts';
import type { CreatePaymentMethodSetup, PaymentMethodSetup } from './method-contract.ts';

interface Prepared {
  access: ProviderAccess;
  gatewayCustomerId: string;
}

async function openPage(
  { access, gatewayCustomerId }: Prepared,
  { customerReference, successUrl, cancelUrl }: CreatePaymentMethodSetup,
  once: Once<PaymentMethodSetup>,
  context: ChangeContext,
): Promise<PaymentMethodSetup> {
  const { scope, provider, connection } = access;
  const { tenantId, organizationId } = scope;
  const request = {
    ...{ tenantId, organizationId, customerReference, gatewayCustomerId, successUrl },
    cancelUrl: cancelUrl ?? null,
  };
  const call = {
    connection,
    timeoutMs: paymentLimits.providerTimeoutMs,
    nowMs: Date.now(),
    idempotencyKey: once.idempotencyKey,
  };
  const setup = await methodsOf(provider)
    .createSetup(request, call)
    .catch(async (thrown: unknown) => {
      const error = asProviderError(thrown);
      await once.fail(error);
      await reportFailure(
        scope,
        connection,
        { action: 'setup', transactionId: once.transactionId, error },
        context,
      );
      if (error.field === 'customerReference')
        await replaceCustomer(access, { id: gatewayCustomerId, reference: customerReference }, context);
      throw failed(error);
    });
  const { setupId, redirectUrl, expiresAtMs } = setup;
  const expiresAt = toIsoOrNull(expiresAtMs);
  const response = { setupId, providerKey: provider.key, customerReference, redirectUrl, expiresAt };
  const writes = await once.endWrites(response);
  if (writes.length > 0) await transact(writes);
  return response;
}

/**
 * Creates a page. Throws UnknownPaymentProviderError, PaymentMethodsUnsupportedError,
 * PaymentProviderUnavailableError, PaymentOperationConflictError, PaymentOperationInProgressError,
 * PaymentProviderFailedError, UnavailableError.
 */
export async function createPaymentMethodSetup(
  { scope, context, idempotencyKey }: OnceCaller,
  { ifMatch: _, ...input }: CreatePaymentMethodSetup & Precondition,
) {
  const given = givenKey(idempotencyKey, paymentLimits.idempotencyKey);
  const provider = knownProvider(input.providerKey);
  methodsOf(provider);
  provider.prepare?.();
  const at = { tenantId: scope.tenantId, organizationId: scope.organizationId };
  const { customerReference } = input;
  const definition = integrationOf(provider);
  const startRequest = {
    ...{ action: 'setup' as const, given, request: input, amountMinor: 0 },
    keys: [
      ...(definition ? connectionKeys(at, definition) : []),
      paymentCustomerKey(at, customerIdOf(provider.key, customerReference)),
    ],
  };
  const setup = await beginOnce<PaymentMethodSetup, Prepared>(scope, startRequest, {
    prepare: async (items) => {
      const connection = await connectionOf(at, provider, items);
      assertUsable(provider, connection);
      const access = { scope: at, provider, connection };
      const { gatewayCustomerId } = await ensureCustomer(access, customerReference, items, context);
      return { access, gatewayCustomerId };
    },
    begin: (prepared, once) => openPage(prepared, input, once, context),
  });
  return withReplayedHeader(setup);
}
