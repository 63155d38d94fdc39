/** CALL_WEBHOOK: a request through the delivery queue, to a webhook of the organization or to a URL. */
import { fromItem } from '../table/item.ts';
import { webhookKey } from '../table/keys.ts';
import { batchGet } from '../table/read.ts';
import { type Call, callWrites } from '../webhooks/call.ts';
import { payloadOf } from '../webhooks/delivery.ts';
import { webhookLimits } from '../webhooks/limits.ts';
import {
  callHeadersProblem,
  callUrlProblem,
  isTooLarge,
  ownMethods,
  ownPayload,
} from '../webhooks/own-request.ts';
import type { StoredWebhook } from '../webhooks/webhook.ts';
import { ActionError, type Cause, type Effect, type RuleWebhookCall } from './effects.ts';

/** What the delivery log and the receivers know such requests by. */
export const calledType = 'business_rules.rule.called_webhook';

type Target = Pick<Call, 'webhookId' | 'url' | 'maxAttempts' | 'payload'>;

/** The body as webhooks get it: with what set it off, in the envelope of events. */
function messageOf(body: unknown, { place, rule, entityType, entityId, eventType, context }: Cause): string {
  const { tenantId, organizationId } = place;
  return payloadOf({
    type: calledType,
    occurredAt: new Date(context.nowMs).toISOString(),
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

function toUrl({ url, method: given, headers, body }: Extract<RuleWebhookCall, { url: string }>): Target {
  const urlProblem = callUrlProblem(url);
  if (urlProblem !== undefined) throw new ActionError(`The url ${urlProblem}.`);
  const method = ownMethods.find((one) => one === given);
  if (method === undefined) throw new ActionError(`There is no method ${given}.`);
  const headerProblem = callHeadersProblem(headers);
  if (headerProblem !== undefined) throw new ActionError(`${headerProblem.field} ${headerProblem.message}.`);
  const payload = ownPayload(method, headers, body);
  return { webhookId: null, url, maxAttempts: webhookLimits.maxRetries.default, payload };
}

/** Makes the delivery. Throws ActionError when it could not be sent. */
export async function callWebhook(call: RuleWebhookCall, cause: Cause): Promise<Effect> {
  const target = 'url' in call ? toUrl(call) : await toWebhook(call.webhookId, call.body, cause);
  if (isTooLarge(target.payload))
    throw new ActionError(`Headers and body have more than ${webhookLimits.callBytes} bytes.`);
  const { place, key, context } = cause;
  const { id, writes } = callWrites({ ...target, place, key, eventType: calledType }, context.nowMs);
  return { writes, detail: { status: 'pending', deliveryId: id } };
}
