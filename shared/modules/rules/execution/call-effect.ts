/** CALL_WEBHOOK: sends a request through the delivery queue, to a webhook of the organization or to a URL. */

import { toIso } from '../../../kernel/base/times.ts';
import { fromItem } from '../../../kernel/table/item.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import { type Call, callWrites, payloadOf, webhookKey } from '../../webhooks/public.ts';
import type { StoredWebhook } from '../../webhooks/public-data.ts';
import { webhookLimits } from '../../webhooks/public-data.ts';
import { ActionError, type Cause, type Effect, type RuleWebhookCall } from './effects.ts';

/** The event type of such requests in the delivery log and for receivers. */
const calledType = 'business_rules.rule.called_webhook';

type Target = Pick<Call, 'webhookId' | 'url' | 'maxAttempts' | 'payload'>;

/** The body in the envelope of events, with the event that triggered the rule. */
function messageOf(body: unknown, { scope, rule, entityType, entityId, eventType, context }: Cause): string {
  const { tenantId, organizationId } = scope;
  return payloadOf({
    type: calledType,
    occurredAt: toIso(context.nowMs),
    data: { ...rule, entityType, entityId, eventType, body: body ?? null, tenantId, organizationId },
  });
}

/** An active webhook of the rule's organization. One request. */
async function toWebhook(webhookId: string, body: unknown, cause: Cause): Promise<Target> {
  const [item] = await batchGet([webhookKey(cause.scope, webhookId)]);
  if (item === undefined || item.deletedAt !== undefined)
    throw new ActionError(`The webhook ${webhookId} does not exist.`);
  const { id, url, isActive, maxRetries } = fromItem<StoredWebhook>(item, 'webhook');
  if (!isActive) throw new ActionError(`The webhook ${webhookId} is disabled.`);
  const payload = { text: messageOf(body, cause) };
  return { webhookId: id, url, maxAttempts: Math.max(1, maxRetries), payload };
}

/** Creates the delivery. Throws ActionError if it cannot be sent. */
export async function callWebhook(call: RuleWebhookCall, cause: Cause): Promise<Effect> {
  const target =
    'url' in call
      ? { ...call, webhookId: null, maxAttempts: webhookLimits.maxRetries.default }
      : await toWebhook(call.webhookId, call.body, cause);
  const { scope, key, context } = cause;
  const { id, writes } = callWrites({ ...target, scope, key, eventType: calledType }, context.nowMs);
  return { writes, detail: { status: 'pending', deliveryId: id } };
}
