/** Creates notifications, merges them with existing ones, and converts them for readers. Pure. */

import { timeOrderedUuid, uuidOf } from '../../kernel/base/ids.ts';
import { toJson } from '../../kernel/base/json.ts';
import { toIso, toIsoOrNull } from '../../kernel/base/times.ts';
import type { NotificationScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import type { Notification, NotificationAction, Severity, Status } from './notification-contract.ts';
import type { ReaderState } from './reader-state.ts';

export type Variables = Record<string, string | number>;

interface Content {
  title: string;
  body: string | null;
  titleKey: string | null;
  bodyKey: string | null;
  titleVariables: Variables | null;
  bodyVariables: Variables | null;
  icon: string | null;
  actions: readonly NotificationAction[];
  primaryActionId: string | null;
  linkHref: string | null;
}

/** The content of a notification for any recipient. */
export interface Draft extends Content {
  type: string;
  severity: Severity;
  sourceModule: string | null;
  sourceEntityType: string | null;
  sourceEntityId: string | null;
  groupKey: string | null;
  /** Set if a caller of the API requested the notification. It never refreshes a notification of the platform. */
  isRequested?: true;
  expiresAtMs: number;
}

/** The recipient: one user, or the holders of a feature at the time of state. */
export type Audience = { userId: string } | { feature: string };

/** A notification as it is stored. */
export interface StoredNotification extends Draft {
  id: string;
  tenantId: string;
  organizationId: string | null;
  recipientUserId: string | null;
  requiredFeature: string | null;
  occurrences: number;
  /** When the notification was created or last refreshed. */
  createdAtMs: number;
  firstOccurredAtMs: number;
  /** Increases with each refresh, which resets the states of readers. */
  revision: number;
}

export const hoursFrom = (nowMs: number, hours: number): number => nowMs + hours * 3_600_000;
export const defaultExpiryMs = (nowMs: number): number => hoursFrom(nowMs, notificationLimits.defaultHours);

/**
 * Returns the same id for the same recipient, type and group key, so that a second notification finds the first.
 * Notifications of API callers and of the platform have different ids.
 */
function idOf(
  { type, groupKey, isRequested }: Draft,
  scope: NotificationScope,
  audience: Audience,
  nowMs: number,
  key?: string,
) {
  const { tenantId, organizationId } = scope;
  const recipient =
    'userId' in audience ? ['user', audience.userId] : ['feature', organizationId, audience.feature];
  if (groupKey !== null)
    return uuidOf(
      toJson([isRequested ? 'requested' : 'notification', tenantId, ...recipient, type, groupKey]),
    );
  return key === undefined
    ? timeOrderedUuid(nowMs)
    : uuidOf(toJson(['notification', tenantId, ...recipient, key]));
}

/**
 * Creates a notification for one audience. The same `key` or group key always gives the same id; without either, each
 * call gives a new id.
 */
export function newNotification(
  draft: Draft,
  scope: NotificationScope,
  audience: Audience,
  nowMs: number,
  key?: string,
): StoredNotification {
  const { tenantId, organizationId } = scope;
  return {
    ...draft,
    id: idOf(draft, scope, audience, nowMs, key),
    tenantId,
    organizationId,
    recipientUserId: 'userId' in audience ? audience.userId : null,
    requiredFeature: 'feature' in audience ? audience.feature : null,
    occurrences: 1,
    createdAtMs: nowMs,
    firstOccurredAtMs: nowMs,
    revision: nowMs,
  };
}

export const isExpired = ({ expiresAtMs }: { expiresAtMs: number }, nowMs: number): boolean =>
  expiresAtMs <= nowMs;

const isOpen = (status: Status): boolean => status === 'unread' || status === 'read';

/**
 * Merges `next` with the existing notification with the same id. An active notification (not expired, and neither
 * dismissed nor actioned by its reader) is refreshed and keeps its count; otherwise the count restarts. In both cases
 * the states of readers are reset.
 */
export function mergedNotification(
  before: StoredNotification | undefined,
  state: ReaderState | undefined,
  next: StoredNotification,
  times: number,
): { notification: StoredNotification; isRefresh: boolean } {
  const isRefresh =
    before !== undefined &&
    !isExpired(before, next.createdAtMs) &&
    (state === undefined || isOpen(state.status));
  const occurrences = (isRefresh ? before.occurrences : 0) + times;
  // The sender's own count is kept.
  const withCount = (variables: Variables | null): Variables | null =>
    next.groupKey === null ? variables : { count: occurrences, ...variables };
  const notification = {
    ...next,
    titleVariables: withCount(next.titleVariables),
    bodyVariables: withCount(next.bodyVariables),
    occurrences,
    firstOccurredAtMs: isRefresh ? before.firstOccurredAtMs : next.firstOccurredAtMs,
    revision: Math.max(next.revision, (before?.revision ?? 0) + 1),
  };
  return { notification, isRefresh };
}

/** Converts a notification to the API shape for its reader. */
export function toRow(notification: StoredNotification, state: ReaderState): Omit<Notification, 'version'> {
  const { id, type, severity, occurrences, requiredFeature, organizationId, groupKey } = notification;
  const { title, body, titleKey, bodyKey, titleVariables, bodyVariables, icon, linkHref } = notification;
  const { sourceModule, sourceEntityType, sourceEntityId, actions, primaryActionId } = notification;
  return {
    ...{ id, type, title, body, titleKey, bodyKey, titleVariables, bodyVariables, icon, severity },
    status: state.status,
    actions: [...actions],
    ...{ primaryActionId, sourceModule, sourceEntityType, sourceEntityId, linkHref, groupKey },
    ...{ occurrences, requiredFeature, organizationId },
    createdAt: toIso(notification.createdAtMs),
    firstOccurredAt: toIso(notification.firstOccurredAtMs),
    expiresAt: toIso(notification.expiresAtMs),
    readAt: toIsoOrNull(state.readAtMs),
    actionedAt: toIsoOrNull(state.actionedAtMs),
    dismissedAt: toIsoOrNull(state.dismissedAtMs),
    actionTaken: state.actionTaken,
  };
}
