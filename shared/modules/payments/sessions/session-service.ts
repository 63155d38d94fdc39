/** Creates payments. With an idempotency key, a repeated request creates only one. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import type { Precondition } from '../../../kernel/http/operation.ts';
import { withReplayedHeader } from '../../../kernel/http/replayed.ts';
import { transact } from '../../../kernel/table/write.ts';
import { type Connection, connectionKeys } from '../../integrations/public.ts';
import { connectionOf, integrationOf, knownProvider } from '../access.ts';
import { InvalidPaymentError } from '../errors.ts';
import type { HistoryEntry } from '../history.ts';
import { paymentCustomerKey } from '../keys.ts';
import { paymentLimits } from '../limits.ts';
import { customerIdOf } from '../methods/customer.ts';
import { assertCustomer, customerFor, replaceCustomer } from '../methods/customer-service.ts';
import { toMinor } from '../money.ts';
import { asProviderError, assertUsable, failed, reportFailure } from '../operations/calls.ts';
import { type OnceCaller, requestedKey } from '../operations/requested-key.ts';
import { applySnapshot, nextDueMs, type StoredPayment } from '../payment.ts';
import { logPayment } from '../payment-log.ts';
import { insertionWrites } from '../payment-store.ts';
import type {
  PaymentProvider,
  ProviderError,
  Session,
  SessionCustomer,
  SessionRequest,
} from '../providers/provider.ts';
import { beginOnce, type Once } from './begin-once.ts';
import type { CreatePaymentSession, PaymentSession } from './session-contract.ts';

/** Throws InvalidPaymentError. */
function amountOf({ amount, currencyCode }: CreatePaymentSession, provider: PaymentProvider): number {
  const minor = toMinor(amount, currencyCode);
  if ('problem' in minor) throw new InvalidPaymentError({ amount: minor.problem });
  const problem = provider.amountProblem?.(minor.minor, currencyCode);
  if (problem !== undefined) throw new InvalidPaymentError({ amount: problem });
  return minor.minor;
}

/**
 * Throws InvalidPaymentError for a payment page that the provider does not have, or one without a URL to
 * return to.
 */
function assertPage({ mode, successUrl }: CreatePaymentSession, provider: PaymentProvider): void {
  if (mode !== 'redirect') return;
  if (!provider.hostsPages)
    throw new InvalidPaymentError({ mode: `redirect is not supported by ${provider.title}` });
  if (successUrl === undefined)
    throw new InvalidPaymentError({ successUrl: 'is required with the mode redirect' });
}

function requestOf(
  { tenantId, organizationId }: Scope,
  input: CreatePaymentSession,
  amountMinor: number,
  transactionId: string,
): SessionRequest {
  return {
    transactionId,
    // Derived from the transaction's id, so that every attempt of one session has the same.
    paymentId: uuidOf(`payment ${transactionId}`),
    tenantId,
    organizationId,
    orderId: input.orderId ?? null,
    amountMinor,
    currencyCode: input.currencyCode,
    captureMethod: input.captureMethod,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    isHosted: input.mode === 'redirect',
    successUrl: input.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? null,
  };
}

function newPayment(
  provider: PaymentProvider,
  request: SessionRequest,
  { sessionId, snapshot, redirectUrl, providerData, expiresAtMs }: Session,
  nowMs: number,
): StoredPayment {
  const { transactionId: id, tenantId, organizationId, paymentId, orderId, description } = request;
  const { amountMinor, currencyCode, captureMethod, metadata } = request;
  const created: StoredPayment = {
    ...{ id, tenantId, organizationId, paymentId, sessionId, amountMinor, currencyCode, captureMethod },
    ...{ orderId, description },
    providerKey: provider.key,
    status: 'pending',
    gatewayStatus: null,
    gatewayRank: 0,
    statusAtSeconds: 0,
    gatewayAtSeconds: 0,
    capturedMinor: 0,
    metadata: Object.keys(metadata).length > 0 ? toJson(metadata) : null,
    redirectUrl: redirectUrl ?? null,
    providerData: providerData ? toJson(providerData) : null,
    gatewayPaymentId: null,
    gatewayRefundId: null,
    refunds: {},
    unnamedRefundMinor: 0,
    disputes: {},
    expiresAtMs: expiresAtMs ?? null,
    lastWebhookAtMs: null,
    lastPolledAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    revision: 1,
  };
  const { payment } = applySnapshot(created, snapshot, nowMs);
  return { ...payment, dueAtMs: nextDueMs(payment, provider.retrieve !== undefined, nowMs) };
}

function responseOf(payment: StoredPayment, session: Session): PaymentSession {
  return {
    transactionId: payment.id,
    paymentId: payment.paymentId,
    sessionId: payment.sessionId,
    providerKey: payment.providerKey,
    ...(session.clientSecret !== undefined && { clientSecret: session.clientSecret }),
    ...(payment.redirectUrl !== null && { redirectUrl: payment.redirectUrl }),
    providerData: session.providerData ?? null,
    clientSession: session.clientSession ?? null,
    status: payment.status,
    ...(session.failure && { failure: session.failure }),
  };
}

interface Prepared {
  connection: Connection | undefined;
  customer: SessionCustomer | undefined;
}

interface SessionStart {
  scope: Scope;
  provider: PaymentProvider;
  connection: Connection | undefined;
  request: SessionRequest;
  once: Once<PaymentSession>;
  context: ChangeContext;
}

/** The error for a session that the provider refused because of one field. */
function refusedField({ title }: PaymentProvider, { field }: ProviderError) {
  if (field === 'paymentMethodId') return new NotFoundError('Payment method');
  return field === 'amount' || field === 'currencyCode'
    ? new InvalidPaymentError({ [field]: `is not accepted by ${title}` })
    : undefined;
}

/**
 * Creates it at the provider and stores it. Throws InvalidPaymentError, NotFoundError,
 * PaymentProviderFailedError.
 */
async function begin(beginning: SessionStart): Promise<PaymentSession> {
  const { scope, provider, connection, request, once, context } = beginning;
  const call = {
    connection,
    timeoutMs: paymentLimits.providerTimeoutMs,
    nowMs: Date.now(),
    idempotencyKey: once.idempotencyKey,
  };
  const session = await provider.createSession(request, call).catch(async (thrown: unknown) => {
    const error = asProviderError(thrown);
    await once.fail(error);
    const about = { action: 'session', transactionId: request.transactionId, error };
    await reportFailure(scope, connection, about, context);
    if (error.field === 'customerReference' && request.customer !== undefined)
      await replaceCustomer({ scope, provider, connection }, request.customer, context);
    throw refusedField(provider, error) ?? failed(error);
  });
  const nowMs = Date.now();
  const payment = newPayment(provider, request, session, nowMs);
  const entry: HistoryEntry = {
    ...{ id: payment.id, source: 'session', eventType: 'session', processed: true },
    receivedAtMs: payment.createdAtMs,
    idempotencyKey: once.operationId,
    unifiedStatus: payment.status,
  };
  const response = responseOf(payment, session);
  const ended = once.operationId === null ? [] : await once.endWrites(response);
  await transact([...ended, ...insertionWrites(payment, entry, { ...context, nowMs })]);
  const about = { level: 'info', message: 'Session created', code: 'payment_session' } as const;
  await logPayment(payment, connection, { ...about, transactionId: payment.id }, nowMs);
  return response;
}

/**
 * Creates a payment. Throws UnknownPaymentProviderError, PaymentMethodsUnsupportedError,
 * PaymentProviderUnavailableError, InvalidPaymentError, NotFoundError for a payment method that the customer
 * does not have, PaymentOperationConflictError, PaymentOperationInProgressError, PaymentProviderFailedError,
 * UnavailableError.
 */
export async function createPaymentSession(
  { scope, context, idempotencyKey }: OnceCaller,
  { ifMatch: _, ...input }: CreatePaymentSession & Precondition,
) {
  const given = requestedKey(idempotencyKey);
  const provider = knownProvider(input.providerKey);
  assertPage(input, provider);
  assertCustomer(input, provider);
  const amountMinor = amountOf(input, provider);
  provider.prepare?.();
  const at = { tenantId: scope.tenantId, organizationId: scope.organizationId };
  const { customerReference } = input;
  const customerId = customerReference && customerIdOf(provider.key, customerReference);
  const definition = integrationOf(provider);
  const startRequest = {
    action: 'session' as const,
    ...{ given, amountMinor },
    // With the defaults that the schema leaves out, so that a request that names them is the same.
    request: { mode: 'embedded', savePaymentMethod: false, ...input },
    keys: [
      ...(definition ? connectionKeys(at, definition) : []),
      ...(customerId === undefined ? [] : [paymentCustomerKey(at, customerId)]),
    ],
  };
  const session = await beginOnce<PaymentSession, Prepared>(scope, startRequest, {
    prepare: async (items) => {
      const connection = await connectionOf(at, provider, items);
      assertUsable(provider, connection);
      const access = { scope: at, provider, connection };
      const customer = await customerFor(access, input, items, context);
      return { connection, customer };
    },
    begin: ({ connection, customer }, once) => {
      const request = requestOf(scope, input, amountMinor, once.transactionId);
      const beginning = { scope, provider, connection, once, context };
      return begin({ ...beginning, request: { ...request, customer } });
    },
  });
  return withReplayedHeader(session);
}
