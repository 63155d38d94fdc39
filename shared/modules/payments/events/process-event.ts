/** Applies a provider's message once, also if it is redelivered or out of order. */

import { hash } from 'node:crypto';
import { toJson } from '../../../kernel/base/json.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { log } from '../../../kernel/observability/log.ts';
import { PermanentError, RetryableError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { onceWrite } from '../../../kernel/table/once.ts';
import { transact } from '../../../kernel/table/write.ts';
import { findIntegration } from '../../integrations/public-data.ts';
import type { HistoryEntry } from '../history.ts';
import { paymentEventKey } from '../keys.ts';
import { paymentLimits } from '../limits.ts';
import { processMethodEvent } from '../methods/process-method-event.ts';
import { applySnapshot, differs, nextDueMs, type StoredPayment } from '../payment.ts';
import { logPayment } from '../payment-log.ts';
import { changeWrites, findPayment, revised } from '../payment-store.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { findProvider } from '../providers/providers.ts';
import type { QueuedEvent } from './receive.ts';

/** A message without a state of the payment is still recorded in its history. */
const nothing = { atSeconds: 0 };

type Result = 'processed' | 'without effect' | 'impossible' | 'duplicate' | 'stale';

interface Named {
  id: string;
  type: string;
}

async function apply(
  before: StoredPayment,
  provider: PaymentProvider,
  event: Named,
  message: Record<string, unknown>,
  nowMs: number,
): Promise<Result> {
  const snapshot = provider.events?.read(message, before) ?? nothing;
  const { payment, outcome } = applySnapshot(before, snapshot, nowMs);
  const isNews = differs(before, payment);
  const notified = { ...payment, lastWebhookAtMs: nowMs };
  const dueAtMs = nextDueMs(notified, provider.retrieve !== undefined, nowMs);
  const after = revised(before, { ...notified, dueAtMs }, nowMs);
  const key = hash('sha256', toJson([provider.key, event.id]), 'hex');
  const entry: HistoryEntry = {
    // The same in every attempt of this event.
    id: key.slice(0, 32),
    source: 'webhook',
    eventType: event.type,
    receivedAtMs: nowMs,
    idempotencyKey: event.id,
    unifiedStatus: after.status,
    processed: isNews,
  };
  const context = { principal: { subject: `provider:${provider.key}` }, nowMs };
  const once = onceWrite(paymentEventKey(before, key), 'payment_event', {
    forDays: paymentLimits.eventDays,
    nowMs,
  });
  try {
    await transact([once, ...changeWrites(before, after, entry, context)]);
  } catch (error) {
    if (error instanceof ConditionFailedError) return 'duplicate';
    if (error instanceof StaleError) return 'stale';
    throw error;
  }
  if (outcome === 'impossible') return 'impossible';
  return isNews ? 'processed' : 'without effect';
}

const tries = 8;

/**
 * Throws PermanentError for problems that a retry cannot solve, RetryableError if other writers keep changing
 * the payment.
 */
export async function processEvent({ tenantId, data }: Message<QueuedEvent>): Promise<void> {
  const { providerKey, transactionId, customerOf, message } = data;
  if (tenantId === null) throw new PermanentError('The message has no tenant.');
  if (customerOf !== undefined) {
    const scope = { tenantId, organizationId: customerOf };
    return processMethodEvent(scope, { providerKey, customerId: transactionId, message });
  }
  for (let count = 0; count < tries; count += 1) {
    const payment = await findPayment({ tenantId }, transactionId);
    if (payment === undefined) throw new RetryableError('The payment of the message does not exist.');
    if (payment.providerKey !== providerKey)
      throw new PermanentError('The payment of the message has another provider.');
    const provider = findProvider(providerKey);
    if (provider === undefined) throw new PermanentError('The provider of the message was removed.');
    const event = provider.events?.nameOf(message);
    if (event === undefined) throw new PermanentError('The message has no id or no type.');
    const nowMs = Date.now();
    const result = await apply(payment, provider, event, message, nowMs);
    if (result === 'stale') continue;
    log(result === 'impossible' ? 'warn' : 'info', 'payment message', {
      ...{ transactionId, eventId: event.id, eventType: event.type, result },
      status: payment.status,
    });
    const definition =
      provider.integrationId === undefined ? undefined : findIntegration(provider.integrationId);
    const entry = {
      level: result === 'impossible' ? 'warn' : 'info',
      message: `Message ${event.type}: ${result === 'impossible' ? 'no transition' : result}`,
      code: 'payment_webhook',
      payload: { eventId: event.id, eventType: event.type, result },
      transactionId,
    } as const;
    await logPayment(payment, definition && { definition, secrets: [] }, entry, nowMs);
    return;
  }
  throw new RetryableError('Other writers keep changing the payment.');
}
