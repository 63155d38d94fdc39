/** What other modules tell people, and the writes of it for those with a transaction of their own. */

import type { Write } from '../../kernel/table/write.ts';
import { insertionWrites } from './insertion-store.ts';
import type { NoticeScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { type Audience, type Draft, hoursFrom, newNotification, type Variables } from './notification.ts';
import type { NotificationAction, Severity } from './notification-contract.ts';

/** The content of a notification, and its recipients. */
export interface NotificationRequest<To> {
  /** With an organization, a feature counts there; without one, in the whole tenant. */
  scope: NoticeScope;
  to: To;
  /** `<module>.<entity>.<what happened>`. */
  type: string;
  severity: Severity;
  title: string;
  body?: string;
  /** Names of translations, and the values in them. */
  titleKey?: string;
  bodyKey?: string;
  variables?: Variables;
  icon?: string;
  /** A path on the same host. */
  linkHref?: string;
  actions?: readonly NotificationAction[];
  primaryActionId?: string;
  source: { module: string; entityType?: string; entityId?: string };
  /** An active notification of the same recipient, type and group key is refreshed, and counts one more. */
  groupKey?: string;
  expiresInHours?: number;
}

export interface NotifyContext {
  nowMs: number;
  /** Its causes, ids of events for instance: a cause that was reported before changes nothing. */
  causes?: readonly string[];
  /** How often it happened; 1 unless given. */
  times?: number;
}

/** The stored content of a notification. */
export function toDraft(notice: NotificationRequest<unknown>, nowMs: number): Draft {
  const { type, severity, title, source, variables = null, actions = [] } = notice;
  const hours = notice.expiresInHours ?? notificationLimits.defaultHours;
  return {
    ...{ type, severity, title, actions },
    body: notice.body ?? null,
    titleKey: notice.titleKey ?? null,
    bodyKey: notice.bodyKey ?? null,
    titleVariables: variables,
    bodyVariables: variables,
    icon: notice.icon ?? null,
    primaryActionId: notice.primaryActionId ?? null,
    linkHref: notice.linkHref ?? null,
    sourceModule: source.module,
    sourceEntityType: source.entityType ?? null,
    sourceEntityId: source.entityId ?? null,
    groupKey: notice.groupKey ?? null,
    expiresAtMs: hoursFrom(nowMs, hours),
  };
}

/**
 * The id and the writes of a notification without a group key, for a transaction that must not happen without it (or
 * it without the transaction).
 */
export function notificationWrites(
  notice: Omit<NotificationRequest<Audience>, 'groupKey'>,
  { nowMs }: Pick<NotifyContext, 'nowMs'>,
): { id: string; writes: Write[] } {
  const notification = newNotification(toDraft(notice, nowMs), notice.scope, notice.to, nowMs);
  return { id: notification.id, writes: insertionWrites(notification, nowMs) };
}
