/** Retries a delivery on request. */
import { recordChange } from '../../../kernel/audit/record.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { namesTag } from '../../../kernel/http/reply.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { DeliveryUnderWayError } from '../errors.ts';
import { deliveryTag, retried, toDelivery } from './delivery.ts';
import { requireDelivery } from './delivery-reader.ts';
import { markChanged, requestWrite, resetDelivery } from './delivery-store.ts';
import { assertEnabled } from './enablement.ts';

/**
 * Requests one more attempt, in any status of the delivery. The transaction that resets the delivery also
 * writes the request to the outbox, so that it cannot be lost. Throws NotFoundError, StaleError,
 * WebhooksDisabledError, and DeliveryUnderWayError during an attempt.
 */
export async function retryDelivery({ scope, context }: Caller, { id, ifMatch }: Target) {
  const { nowMs } = context;
  const { delivery: before, ...more } = await requireDelivery(scope, id, nowMs);
  if (ifMatch !== undefined && !namesTag(ifMatch, deliveryTag(before))) throw new StaleError();
  await assertEnabled(before);
  const isUnderWay = before.status === 'sending' && (before.leaseUntilMs ?? 0) > nowMs;
  if (isUnderWay) throw new DeliveryUnderWayError();
  const changes = retried(before, nowMs);
  const { webhookId, eventType, messageId } = before;
  const change = {
    tenantId: before.tenantId,
    organizationId: before.organizationId,
    resource: 'webhooks.delivery',
    resourceId: id,
    action: 'enqueued',
    version: before.attemptNumber + 1,
    data: { webhookId, eventType, messageId, attemptNumber: before.attemptNumber, status: 'pending' },
    changes: { status: { before: before.status, after: 'pending' } },
  };
  try {
    await markChanged(before, changes.updatedAtMs);
    const request = requestWrite({ ...before, ...changes }, before.attemptNumber + 1, nowMs);
    await resetDelivery(before, changes, [...recordChange(change, context), request]);
  } catch (error) {
    throw error instanceof ConditionFailedError ? new DeliveryUnderWayError() : error;
  }
  return { success: true as const, delivery: toDelivery({ ...before, ...changes }, more) };
}
