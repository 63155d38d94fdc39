/** Notifications for people who manage webhooks: failed deliveries, and webhooks that were switched off. */

import type { Message } from '../../kernel/queues/message.ts';
import { findWebhooksAndSwitches } from '../webhooks/public.ts';
import type { StoredWebhook } from '../webhooks/public-light.ts';
import type { NotificationRequest } from './notification-request.ts';
import { notify } from './notify.ts';

export const exhaustedType = 'webhooks.delivery.exhausted';
export const disabledType = 'webhooks.webhook.disabled';

export type ExhaustedEvent = Message<{
  /** Null for a request that belongs to no webhook: the rule's log and the delivery log tell of it. */
  webhookId: string | null;
  eventType: string;
  errorMessage: string | null;
}>;
export type DisabledEvent = Message<{ webhookId: string; reason: string; consecutiveFailures: number }>;

type About = 'title' | 'type' | 'body' | 'variables';

/** A notice about a webhook. There is one per webhook and type, however often it happens while it is active. */
function noticeOf(
  { id, name, tenantId, organizationId }: StoredWebhook,
  { type, variables, ...said }: Pick<Required<NotificationRequest<never>>, About>,
): NotificationRequest<{ feature: string }> {
  const path = `/api/webhooks/${id}`;
  return {
    ...said,
    type,
    scope: { tenantId, organizationId },
    to: { feature: 'webhooks.manage' },
    severity: 'error',
    titleKey: `${type}.title`,
    bodyKey: `${type}.body`,
    variables: { webhookName: name, ...variables },
    icon: 'webhook',
    linkHref: path,
    actions: [{ id: 'view', label: 'View the webhook', labelKey: `${type}.view`, icon: 'eye', href: path }],
    primaryActionId: 'view',
    source: { module: 'webhooks', entityType: 'webhooks.webhook', entityId: id },
    groupKey: id,
  };
}

/** The webhook of an event, unless it is gone, and whether people want to hear of its failures. */
async function webhookOf({
  tenantId,
  organizationId,
  data: { webhookId },
}: Message<{ webhookId: string | null }>) {
  if (tenantId === null || organizationId === null || webhookId === null) return undefined;
  const scope = { tenantId, organizationId };
  const found = await findWebhooksAndSwitches([{ ...scope, webhookId }]);
  const webhook = found.webhook(scope, webhookId);
  return webhook && { webhook, wantsFailures: found.integration(scope).notifyOnFailedDelivery };
}

const occurredAtMs = ({ occurredAt = '' }: Message<unknown>): number => Date.parse(occurredAt);

/**
 * Tells of deliveries of one webhook that were given up, if the integration of its organization is set to tell. What
 * was reported before is not counted again. Three requests, however many events there are.
 */
export async function notifyOfExhausted(events: readonly ExhaustedEvent[], nowMs: number): Promise<void> {
  const last = events.reduce((a, b) => (occurredAtMs(b) >= occurredAtMs(a) ? b : a));
  const found = await webhookOf(last);
  if (!found?.wantsFailures) return;
  const { eventType, errorMessage } = last.data;
  const why = errorMessage ?? 'no reason is known';
  const notice = noticeOf(found.webhook, {
    type: 'webhooks.delivery.failed',
    title: `Webhook “${found.webhook.name}” could not deliver`,
    body: `A delivery of ${eventType} has failed: ${why}`,
    variables: { eventType, errorMessage: why },
  });
  const causes = [...new Set(events.map(({ id }) => id))];
  const { count } = await notify(notice, { nowMs, causes, times: causes.length });
  // Some of them were told of before, in another batch: the others still have to be.
  if (count === 0 && causes.length > 1) for (const event of events) await notifyOfExhausted([event], nowMs);
}

/** Tells that a webhook was switched off, and why. */
export async function notifyOfDisabled(event: DisabledEvent, nowMs: number): Promise<void> {
  const found = await webhookOf(event);
  if (found === undefined) return;
  const { reason, consecutiveFailures } = event.data;
  const why =
    reason === 'gone'
      ? 'Its receiver answered that it is gone.'
      : `${consecutiveFailures} attempts in a row failed.`;
  const notice = noticeOf(found.webhook, {
    type: disabledType,
    title: `Webhook “${found.webhook.name}” was switched off`,
    body: `${why} Switch it on again when its receiver is back.`,
    variables: { reason, consecutiveFailures },
  });
  await notify(notice, { nowMs, causes: [event.id] });
}
