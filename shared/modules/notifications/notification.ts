/** Notifications: pure decisions. What one is made of, when another one refreshes it, and how its reader sees it. */

import { timeOrderedUuid, uuidOf } from '../../kernel/ids/ids.ts';
import { toIso, toIsoOrNull } from '../../kernel/text/times.ts';
import type { NoticeScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import type { Notification, NotificationAction, Severity, Status } from './notification-contract.ts';
import type { ReaderState } from './reader-state.ts';

export type Variables = Record<string, string | number>;

/** What it shows. */
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
  /** A caller of the API asked for it; it never refreshes what the platform itself tells. */
  isRequested?: true;
  expiresAtMs: number;
}

/** The recipient: one user, or the holders of a feature at the time of reading. */
export type Audience = { userId: string } | { feature: string };

/** A notification as it is stored. */
export interface StoredNotification extends Draft {
  id: string;
  tenantId: string;
  organizationId: string | null;
  recipientUserId: string | null;
  requiredFeature: string | null;
  occurrences: number;
  /** When it was made, or last refreshed. */
  createdAtMs: number;
  firstOccurredAtMs: number;
  /** Grows with each refresh; what readers made of an older one no longer counts. */
  revision: number;
}

export const hoursFrom = (nowMs: number, hours: number): number => nowMs + hours * 3_600_000;
export const defaultExpiryMs = (nowMs: number): number => hoursFrom(nowMs, notificationLimits.defaultHours);

/** A recipient, a type and a group key have one id, callers' and the platform's each their own: a second one finds the first. */
function idOf(
  { type, groupKey, isRequested }: Draft,
  scope: NoticeScope,
  audience: Audience,
  nowMs: number,
  key?: string,
) {
  const { tenantId, organizationId } = scope;
  const recipient =
    'userId' in audience ? ['user', audience.userId] : ['feature', organizationId, audience.feature];
  if (groupKey !== null)
    return uuidOf(
      JSON.stringify([isRequested ? 'requested' : 'notification', tenantId, ...recipient, type, groupKey]),
    );
  return key === undefined
    ? timeOrderedUuid(nowMs)
    : uuidOf(JSON.stringify(['notification', tenantId, ...recipient, key]));
}

/**
 * The notification of one audience. `key` names what it is made for, so that making it again has the same id; without
 * one it is another notification each time, unless it has a group key.
 */
export function newNotification(
  draft: Draft,
  scope: NoticeScope,
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
 * What `next` is, given what is there under its id. An active one (not expired, and its one reader not done with it)
 * is refreshed: it counts on. Anything else is begun anew. What readers made of it before no longer counts.
 */
export function following(
  before: StoredNotification | undefined,
  reading: ReaderState | undefined,
  next: StoredNotification,
  times: number,
): { notification: StoredNotification; isRefresh: boolean } {
  const isRefresh =
    before !== undefined &&
    !isExpired(before, next.createdAtMs) &&
    (reading === undefined || isOpen(reading.status));
  const occurrences = (isRefresh ? before.occurrences : 0) + times;
  const counted = (variables: Variables | null): Variables | null =>
    next.groupKey === null ? variables : { ...variables, count: occurrences };
  const notification = {
    ...next,
    titleVariables: counted(next.titleVariables),
    bodyVariables: counted(next.bodyVariables),
    occurrences,
    firstOccurredAtMs: isRefresh ? before.firstOccurredAtMs : next.firstOccurredAtMs,
    revision: Math.max(next.revision, (before?.revision ?? 0) + 1),
  };
  return { notification, isRefresh };
}

/** The notification as its reader sees it. */
export function toRow(notification: StoredNotification, reading: ReaderState): Omit<Notification, 'version'> {
  const { id, type, severity, occurrences, requiredFeature, organizationId, groupKey } = notification;
  const { title, body, titleKey, bodyKey, titleVariables, bodyVariables, icon, linkHref } = notification;
  const { sourceModule, sourceEntityType, sourceEntityId, actions, primaryActionId } = notification;
  return {
    ...{ id, type, title, body, titleKey, bodyKey, titleVariables, bodyVariables, icon, severity },
    status: reading.status,
    actions: [...actions],
    ...{ primaryActionId, sourceModule, sourceEntityType, sourceEntityId, linkHref, groupKey },
    ...{ occurrences, requiredFeature, organizationId },
    createdAt: toIso(notification.createdAtMs),
    firstOccurredAt: toIso(notification.firstOccurredAtMs),
    expiresAt: toIso(notification.expiresAtMs),
    readAt: toIsoOrNull(reading.readAtMs),
    actionedAt: toIsoOrNull(reading.actionedAtMs),
    dismissedAt: toIsoOrNull(reading.dismissedAtMs),
    actionTaken: reading.actionTaken,
  };
}
