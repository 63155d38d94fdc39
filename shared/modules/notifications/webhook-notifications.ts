/** Notifies users who manage webhooks of failed deliveries and of automatically disabled webhooks. */

import { consolePageOf } from '../../kernel/base/console-page.ts';
import type { Message } from '../../kernel/queues/message.ts';
import { findWebhooksAndSwitches } from '../webhooks/public.ts';
import type { StoredWebhook } from '../webhooks/public-data.ts';
import type { NotificationRequest } from './notification-request.ts';
import { notify } from './notify.ts';

export const exhaustedType = 'webhooks.delivery.exhausted';
export const loopType = 'webhooks.delivery.loop_detected';
export const disabledType = 'webhooks.webhook.disabled';

export type ExhaustedEvent = Message<{
  /** Null for a request of a rule without a webhook, whose failures appear in the rule's log and the delivery log. */
  webhookId: string | null;
  eventType: string;
  errorMessage: string | null;
}>;
export type DisabledEvent = Message<{ webhookId: string; reason: string; consecutiveFailures: number }>;

const view = { id: 'view', label: 'View the webhook', icon: 'eye' };

type ContentFields = 'title' | 'type' | 'body' | 'variables';

/** Builds a notification about a webhook. Each webhook has at most one active notification per type. */
function requestFor(
  { id, name, tenantId, organizationId }: StoredWebhook,
  { type, variables, ...texts }: Pick<Required<NotificationRequest<never>>, ContentFields>,
): NotificationRequest<{ feature: string }> {
  const scope = { tenantId, organizationId };
  const source = { module: 'webhooks', entityType: 'webhooks.webhook', entityId: id };
  return {
    ...texts,
    type,
    scope,
    to: { feature: 'webhooks.manage' },
    severity: 'error',
    titleKey: `${type}.title`,
    bodyKey: `${type}.body`,
    variables: { webhookName: name, ...variables },
    icon: 'webhook',
    actions: [{ ...view, labelKey: `${type}.view`, href: consolePageOf(scope, source) ?? null }],
    primaryActionId: view.id,
    source,
    groupKey: id,
  };
}

/** Finds the webhook of an event, unless it was deleted, and whether its organization enabled notifications of failures. */
async function webhookOf({
  tenantId,
  organizationId,
  data: { webhookId },
}: Message<{ webhookId: string | null }>) {
  if (tenantId === null || organizationId === null || webhookId === null) return undefined;
  const scope = { tenantId, organizationId };
  const found = await findWebhooksAndSwitches([{ ...scope, webhookId }]);
  const webhook = found.webhook(scope, webhookId);
  return webhook && { webhook, notifiesOfFailures: found.integration(scope).notifyOnFailedDelivery };
}

const occurredAtMs = ({ occurredAt = '' }: Message<unknown>): number => Date.parse(occurredAt);

/**
 * Notifies of failed deliveries of one webhook if its organization enabled this. Events that were reported before are
 * not counted again. Sends three requests for any number of events.
 */
export async function notifyOfExhausted(events: readonly ExhaustedEvent[], nowMs: number): Promise<void> {
  const last = events.reduce((a, b) => (occurredAtMs(b) >= occurredAtMs(a) ? b : a));
  const found = await webhookOf(last);
  if (!found?.notifiesOfFailures) return;
  const { eventType, errorMessage } = last.data;
  const reason = errorMessage ?? 'no reason is known';
  const request = requestFor(found.webhook, {
    type: 'webhooks.delivery.failed',
    title: `Webhook “${found.webhook.name}” could not deliver`,
    body: `A delivery of ${eventType} has failed: ${reason}`,
    variables: { eventType, errorMessage: reason },
  });
  const causes = [...new Set(events.map(({ id }) => id))];
  const { count } = await notify(request, { nowMs, causes, times: causes.length });
  // Some events were reported in another batch before, so each of the others is reported separately.
  if (count === 0 && causes.length > 1) for (const event of events) await notifyOfExhausted([event], nowMs);
}

/**
 * Notifies of a loop, also where notifications of failures are disabled: until people change the configuration, each
 * further event ends like this.
 */
export async function notifyOfLoop(event: ExhaustedEvent, nowMs: number): Promise<void> {
  const found = await webhookOf(event);
  if (found === undefined) return;
  const { eventType } = event.data;
  const request = requestFor(found.webhook, {
    type: loopType,
    title: `Webhook “${found.webhook.name}” sends messages in a loop`,
    body:
      `A message of ${eventType} has returned to the platform a second time and was refused. Change the webhook or rule ` +
      'that sends it back.',
    variables: { eventType },
  });
  await notify(request, { nowMs, causes: [event.id] });
}

/** Notifies that a webhook was disabled automatically, with the reason. */
export async function notifyOfDisabled(event: DisabledEvent, nowMs: number): Promise<void> {
  const found = await webhookOf(event);
  if (found === undefined) return;
  const { reason, consecutiveFailures } = event.data;
  const explanation =
    reason === 'gone'
      ? 'The receiver responded with 410 Gone.'
      : `${consecutiveFailures} consecutive attempts failed.`;
  const request = requestFor(found.webhook, {
    type: disabledType,
    title: `Webhook “${found.webhook.name}” was disabled`,
    body: `${explanation} Enable it again when its receiver works.`,
    variables: { reason, consecutiveFailures },
  });
  await notify(request, { nowMs, causes: [event.id] });
}
