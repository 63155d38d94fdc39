/** Notification requests of other modules, and their writes for transactions of these modules. */

import { consolePageOf, type LinkedSource } from '../../kernel/base/console-page.ts';
import type { Write } from '../../kernel/table/write.ts';
import { insertionWrites } from './insertion-store.ts';
import type { NotificationScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { type Audience, type Draft, hoursFrom, newNotification, type Variables } from './notification.ts';
import type { NotificationAction, Severity } from './notification-contract.ts';

/** The content of a notification, and its recipients. */
export interface NotificationRequest<To> {
  /** Organization in which a feature is checked; null for the whole tenant. */
  scope: NotificationScope;
  to: To;
  /** `<module>.<entity>.<action>`. */
  type: string;
  severity: Severity;
  title: string;
  body?: string;
  /** Translation keys, and the values for them. */
  titleKey?: string;
  bodyKey?: string;
  variables?: Variables;
  icon?: string;
  actions?: readonly NotificationAction[];
  primaryActionId?: string;
  /** What the notification is about; it links to its page of the console. */
  source: LinkedSource;
  /** An active notification with the same recipient, type and group key is refreshed and counts one more occurrence. */
  groupKey?: string;
  expiresInHours?: number;
}

export interface NotifyContext {
  nowMs: number;
  /** Idempotency keys, for example ids of events. A repeated cause changes nothing. */
  causes?: readonly string[];
  /** Number of occurrences; 1 by default. */
  times?: number;
}

/** Converts a request to the stored content. */
export function toDraft(request: NotificationRequest<unknown>, nowMs: number): Draft {
  const { type, severity, title, source, variables = null, actions = [] } = request;
  const hours = request.expiresInHours ?? notificationLimits.defaultHours;
  return {
    ...{ type, severity, title, actions },
    body: request.body ?? null,
    titleKey: request.titleKey ?? null,
    bodyKey: request.bodyKey ?? null,
    titleVariables: variables,
    bodyVariables: variables,
    icon: request.icon ?? null,
    primaryActionId: request.primaryActionId ?? null,
    linkHref: consolePageOf(request.scope, source) ?? null,
    sourceModule: source.module,
    sourceEntityType: source.entityType ?? null,
    sourceEntityId: source.entityId ?? null,
    groupKey: request.groupKey ?? null,
    expiresAtMs: hoursFrom(nowMs, hours),
  };
}

/**
 * Returns id and writes of a notification without a group key, so that the caller commits both in its own
 * transaction.
 */
export function notificationWrites(
  request: Omit<NotificationRequest<Audience>, 'groupKey'>,
  { nowMs }: Pick<NotifyContext, 'nowMs'>,
): { id: string; writes: Write[] } {
  const notification = newNotification(toDraft(request, nowMs), request.scope, request.to, nowMs);
  return { id: notification.id, writes: insertionWrites(notification, nowMs) };
}
