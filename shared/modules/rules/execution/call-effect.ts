/** CALL_WEBHOOK: a request through the delivery queue, to a webhook of the organization or to a URL. */

import { fromItem } from '../../../kernel/table/item.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import { toIso } from '../../../kernel/text/times.ts';
import { type Call, callWrites, payloadOf, webhookKey } from '../../webhooks/public.ts';
import { webhookLimits } from '../../webhooks/public-contract.ts';
import type { StoredWebhook } from '../../webhooks/public-light.ts';
import { ActionError, type Cause, type Effect, type RuleWebhookCall } from './effects.ts';

/** What the delivery log and the receivers know such requests by. */
const calledType = 'business_rules.rule.called_webhook';

type Target = Pick<Call, 'webhookId' | 'url' | 'maxAttempts' | 'payload'>;

/** The body as webhooks get it: with what set it off, in the envelope of events. */
function messageOf(body: unknown, { place, rule, entityType, entityId, eventType, context }: Cause): string {
  const { tenantId, organizationId } = place;
  return payloadOf({
    type: calledType,
    occurredAt: toIso(context.nowMs),
    data: { ...rule, entityType, entityId, eventType, body: body ?? null, tenantId, organizationId },
  });
}

/** A webhook of the rule's own organization that is on. One request. */
async function toWebhook(webhookId: string, body: unknown, cause: Cause): Promise<Target> {
  const [item] = await batchGet([webhookKey(cause.place, webhookId)]);
  if (item === undefined || item.deletedAt !== undefined)
    throw new ActionError(`There is no webhook ${webhookId}.`);
  const { id, url, isActive, maxRetries } = fromItem<StoredWebhook>(item, 'webhook');
  if (!isActive) throw new ActionError(`The webhook ${webhookId} is switched off.`);
  const payload = { text: messageOf(body, cause) };
  return { webhookId: id, url, maxAttempts: Math.max(1, maxRetries), payload };
}

/** Makes the delivery. Throws ActionError when it could not be sent. */
export async function callWebhook(call: RuleWebhookCall, cause: Cause): Promise<Effect> {
  const target =
    'url' in call
      ? { ...call, webhookId: null, maxAttempts: webhookLimits.maxRetries.default }
      : await toWebhook(call.webhookId, call.body, cause);
  const { place, key, context } = cause;
  const { id, writes } = callWrites({ ...target, place, key, eventType: calledType }, context.nowMs);
  return { writes, detail: { status: 'pending', deliveryId: id } };
}
