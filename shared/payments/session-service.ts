/** Begins payments. With an id of the caller's own, a request that is repeated begins one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeContext } from '../audit/record.ts';
import {
  InvalidPaymentError,
  PaymentOperationConflictError,
  PaymentOperationInProgressError,
  StaleError,
  UnknownPaymentProviderError,
} from '../http/errors.ts';
import { requestHashOf } from '../http/idempotency.ts';
import { toJson } from '../http/json.ts';
import type { Scope } from '../identity/principal.ts';
import { uuidOf } from '../ids.ts';
import { type Connection, connectionKeys } from '../integrations/connection.ts';
import { openSecret, sealSecret } from '../secrets/seal.ts';
import { batchGet } from '../table/read.ts';
import { transact } from '../table/write.ts';
import { connectionOf, integrationOf } from './access.ts';
import { asProviderError, assertUsable, failed, reportFailure } from './calls.ts';
import type { HistoryEntry } from './history.ts';
import { note } from './journal.ts';
import { paymentLimits } from './limits.ts';
import { toMinor } from './money.ts';
import { operationFor, operationIdOf, providerKeyOf, type StoredOperation } from './operation.ts';
import { claimWrite, endWrite, operationAmong, operationKey } from './operation-store.ts';
import { applyFacts, nextDueMs, type StoredPayment } from './payment.ts';
import { insertionWrites } from './payment-store.ts';
import type { PaymentProvider, Session, SessionRequest } from './provider.ts';
import { findProvider, paymentProviders } from './providers.ts';
import type { CreatePaymentSession, PaymentSession } from './session-contract.ts';

/** What answers are sealed for that are kept to be repeated: they hold the customer's client secret. */
const purpose = 'payments.session';

/** Throws InvalidPaymentError. */
function amountOf({ amount, currencyCode }: CreatePaymentSession, provider: PaymentProvider): number {
  const minor = toMinor(amount, currencyCode);
  if ('problem' in minor) throw new InvalidPaymentError({ amount: minor.problem });
  const problem = provider.amountProblem?.(minor.minor, currencyCode);
  if (problem !== undefined) throw new InvalidPaymentError({ amount: problem });
  return minor.minor;
}

/** Throws InvalidPaymentError for a payment page that the provider does not have, or that could not send anyone back. */
function assertPage({ mode, successUrl }: CreatePaymentSession, provider: PaymentProvider): void {
  if (mode !== 'redirect') return;
  if (!provider.hostsPages)
    throw new InvalidPaymentError({ mode: `redirect is not offered by ${provider.title}` });
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
    // Made of the transaction's id, so that every try of one session has the same.
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
  { sessionId, facts, redirectUrl, providerData, expiresAtMs }: Session,
  nowMs: number,
): StoredPayment {
  const { transactionId: id, tenantId, organizationId, paymentId, orderId, description } = request;
  const { amountMinor, currencyCode, captureMethod, metadata } = request;
  const begun: StoredPayment = {
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
  const { payment } = applyFacts(begun, facts, nowMs);
  return { ...payment, dueAtMs: nextDueMs(payment, provider.retrieve !== undefined, nowMs) };
}

function answerOf(payment: StoredPayment, session: Session): PaymentSession {
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
  };
}

interface Beginning {
  scope: Scope;
  provider: PaymentProvider;
  connection: Connection | undefined;
  request: SessionRequest;
  /** Of sessions with an id of the caller's own. */
  operation: StoredOperation | undefined;
  context: ChangeContext;
}

/** Has the provider begin it, and writes it down. Throws InvalidPaymentError, PaymentProviderFailedError. */
async function begin({
  scope,
  provider,
  connection,
  request,
  operation,
  context,
}: Beginning): Promise<PaymentSession> {
  const call = {
    connection,
    timeoutMs: paymentLimits.providerTimeoutMs,
    nowMs: Date.now(),
    idempotencyKey: operation ? providerKeyOf(scope, operation) : `pm_${request.transactionId}`,
  };
  const session = await provider.createSession(request, call).catch(async (thrown: unknown) => {
    const error = asProviderError(thrown);
    const status = error.kind === 'unsure' ? 'unsure' : 'failed';
    if (operation) await transact([endWrite(scope, { ...operation, status })]);
    const about = { action: 'session', transactionId: request.transactionId, error };
    await reportFailure(scope, connection, about, context);
    if (error.field !== undefined)
      throw new InvalidPaymentError({ [error.field]: `is not taken by ${provider.title}` });
    throw failed(error);
  });
  const nowMs = Date.now();
  const payment = newPayment(provider, request, session, nowMs);
  const answer = answerOf(payment, session);
  const entry: HistoryEntry = {
    id: randomUUID(),
    source: 'session',
    eventType: 'session',
    receivedAtMs: nowMs,
    idempotencyKey: operation?.id ?? null,
    unifiedStatus: payment.status,
    processed: true,
  };
  const kept = operation && {
    ...operation,
    status: 'succeeded' as const,
    answer: await sealSecret(scope, purpose, toJson(answer)),
  };
  await transact([
    ...(kept ? [endWrite(scope, kept)] : []),
    ...insertionWrites(payment, entry, { ...context, nowMs }),
  ]);
  const about = { level: 'info', message: 'Session created', code: 'payment_session' } as const;
  await note(payment, connection, { ...about, transactionId: payment.id }, nowMs);
  return answer;
}

const pauseMs = () => 60 + Math.random() * 120;

/**
 * Begins a payment. Throws UnknownPaymentProviderError, PaymentProviderUnavailableError, InvalidPaymentError,
 * PaymentOperationConflictError, PaymentOperationInProgressError, PaymentProviderFailedError, UnavailableError.
 */
export async function createSession(
  scope: Scope,
  input: CreatePaymentSession,
  given: string | undefined,
  context: ChangeContext,
): Promise<PaymentSession> {
  const provider = findProvider(input.providerKey);
  if (provider === undefined) {
    const keys = paymentProviders.map(({ key }) => key);
    throw new UnknownPaymentProviderError(input.providerKey, keys);
  }
  assertPage(input, provider);
  const amountMinor = amountOf(input, provider);
  provider.prepare?.();
  const requestHash = requestHashOf({ action: 'session', ...input });
  const id = given === undefined ? undefined : operationIdOf(scope.organizationId, given, requestHash);
  const { tenantId, organizationId } = scope;
  const at = { tenantId, organizationId };
  const untilMs = Date.now() + paymentLimits.waitMs;
  for (;;) {
    const definition = integrationOf(provider);
    const keys = [
      ...(definition ? connectionKeys(at, definition) : []),
      ...(id === undefined ? [] : [operationKey(scope, id)]),
    ];
    const items = keys.length > 0 ? await batchGet(keys) : [];
    const nowMs = Date.now();
    const found = id === undefined ? undefined : operationAmong(scope, id, items);
    const seen = found && found.expiresAtMs > nowMs ? found : undefined;
    if (seen && seen.requestHash !== requestHash) throw new PaymentOperationConflictError(given ?? '');
    if (seen?.status === 'succeeded' && seen.answer !== null)
      return {
        ...(JSON.parse(await openSecret(scope, purpose, seen.answer)) as PaymentSession),
        replayed: true,
      };
    const isRunning = seen?.status === 'in_progress' && seen.leaseUntilMs > nowMs;
    if (isRunning && nowMs > untilMs) throw new PaymentOperationInProgressError();
    if (!isRunning) {
      const connection = await connectionOf(at, provider, items);
      assertUsable(provider, connection);
      // The same ids in every try: the provider compares what it is asked with what it was asked before.
      const transactionId = seen?.transactionId ?? randomUUID();
      const request = requestOf(scope, input, amountMinor, transactionId);
      const attempt = seen === undefined ? 1 : seen.attempt + (seen.status === 'failed' ? 1 : 0);
      const record = { action: 'session', transactionId, requestHash, amountMinor, attempt } as const;
      const operation = id === undefined ? undefined : operationFor({ id, ...record }, randomUUID(), nowMs);
      const beginning = { scope, provider, connection, request, operation, context };
      if (operation === undefined) return begin(beginning);
      try {
        await transact([claimWrite(scope, operation, seen, nowMs)]);
      } catch (error) {
        if (!(error instanceof StaleError)) throw error;
        continue;
      }
      return begin(beginning);
    }
    await sleep(pauseMs());
  }
}
