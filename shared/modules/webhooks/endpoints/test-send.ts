/** Creates, sends and records a test delivery within the request. */

import { randomBytes, randomUUID } from 'node:crypto';
import { toIso } from '../../../kernel/base/times.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { attempt, signedHopsOf } from '../deliveries/attempt.ts';
import { testCondition } from '../deliveries/condition.ts';
import {
  blockedReasonOf,
  completeAttempt,
  newDelivery,
  payloadOf,
  type RetryPlan,
  type StoredDelivery,
  toDelivery,
} from '../deliveries/delivery.ts';
import type { TestWebhook } from '../deliveries/delivery-contract.ts';
import { countDeliveries } from '../deliveries/delivery-series.ts';
import * as store from '../deliveries/delivery-store.ts';
import { assertEnabled } from '../deliveries/enablement.ts';
import { countAttempts, disableWebhook, isTooMany } from '../deliveries/health-store.ts';
import { webhookLimits } from '../limits.ts';
import type { StoredWebhook } from './webhook.ts';
import { requireWebhook } from './webhook-reader.ts';
import { openSecretsOf } from './webhook-secrets.ts';

const defaultType = 'webhooks.test.ping';
/** A test has one attempt, so its plan is never used. */
const noPlan: RetryPlan = { offsetsSeconds: [0, 0], random: Math.random };

function testDelivery(webhook: StoredWebhook, eventType: string, nowMs: number): StoredDelivery {
  const { tenantId, organizationId, id: webhookId, url: targetUrl } = webhook;
  const id = randomUUID();
  const messageId = `msg_${randomBytes(16).toString('hex')}`;
  const fields = { id, messageId, tenantId, organizationId, webhookId, eventType, payloadId: id, targetUrl };
  return newDelivery({ ...fields, maxAttempts: 1, madeAtMs: nowMs }, nowMs);
}

/** Counts the attempt like any other: a successful test also ends the failures in a row. */
async function count(
  webhook: StoredWebhook,
  succeeded: boolean,
  isGone: boolean,
  nowMs: number,
): Promise<void> {
  const consecutiveFailures = await countAttempts(webhook, webhook.id, [{ succeeded, atMs: nowMs }]);
  if (!isGone && !isTooMany(webhook, consecutiveFailures)) return;
  const why = { reason: isGone ? 'gone' : 'failures', consecutiveFailures } as const;
  await disableWebhook(webhook, why, nowMs);
}

/**
 * Sends a test event to the webhook and returns the recorded delivery for any response of the receiver.
 * Nothing is sent to an inactive webhook. Throws NotFoundError, WebhooksDisabledError.
 */
export async function testWebhook(
  { scope, context }: Caller,
  { id, eventType = defaultType, payload: given }: TestWebhook & Target,
) {
  const { nowMs } = context;
  const { webhook } = await requireWebhook(scope, id);
  await assertEnabled(webhook);
  const occurredAt = toIso(nowMs);
  const { tenantId, organizationId } = webhook;
  // In every event's data, because receivers route by these two.
  const data = {
    ...(given ?? { ping: true, webhookId: id, testedAt: occurredAt }),
    tenantId,
    organizationId,
  };
  const payload = payloadOf({ type: eventType, occurredAt, data });
  const delivery = testDelivery(webhook, eventType, nowMs);
  const shown = (after: StoredDelivery, attempts: Parameters<typeof toDelivery>[1]['attempts']) =>
    toDelivery(after, { webhookName: webhook.name, payload: { text: payload }, attempts });
  const tested = await testCondition(
    webhook.condition,
    { type: eventType, timestamp: occurredAt, data },
    nowMs,
  );

  const blockedReason = blockedReasonOf(webhook, { isEnabled: true });
  if (blockedReason !== undefined) {
    await store.insertDeliveries([delivery], payload);
    await store.abandonDelivery(delivery, blockedReason, nowMs);
    await store.markChanged(delivery, nowMs);
    await countDeliveries([{ ...delivery, status: blockedReason.status, isAttempt: false }], nowMs);
    const blocked = shown({ ...delivery, ...blockedReason }, []);
    return { success: true as const, delivery: blocked, ...tested };
  }
  const opened = { ...(await openSecretsOf(webhook, nowMs)), signedHops: await signedHopsOf(delivery) };
  const timeoutMs = Math.min(webhook.timeoutMs, webhookLimits.testTimeoutMs);
  const lease = { token: randomUUID(), untilMs: nowMs + timeoutMs + webhookLimits.testTimeoutMs };
  await store.insertDeliveries([delivery], payload);
  await store.claim([{ delivery, lease }], nowMs);
  const attempted = await attempt({ ...webhook, ...opened, timeoutMs }, delivery, payload);
  const endedAtMs = Date.now();
  const result = completeAttempt(delivery, attempted, noPlan, endedAtMs);
  await store.recordAttempt({ delivery, lease, result, nowMs: endedAtMs });
  await store.markChanged(delivery, endedAtMs);
  const { outcome } = attempted;
  const isGone = outcome.kind === 'expired' && outcome.disable === 'gone';
  const { status } = result.changes;
  await countDeliveries([{ ...delivery, status, isAttempt: true }], endedAtMs);
  if (!result.isLoop) await count(webhook, outcome.kind === 'delivered', isGone, endedAtMs);
  const ended = shown({ ...delivery, ...result.changes }, [result.attempt]);
  return { success: true as const, delivery: ended, ...tested };
}
