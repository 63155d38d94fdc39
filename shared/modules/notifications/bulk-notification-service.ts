/** Creates notifications for many users on request. A separate file, because only these functions need the queue. */

import type { Created } from '../../kernel/http/create-once.ts';
import type { Actor, Caller } from '../../kernel/http/operation.ts';
import { fanOutTo, idsOfBulk } from './bulk-notification.ts';
import type { CreateNotificationBatch, CreateRoleNotification } from './create-contract.ts';
import { draftOf, notificationScopeOf, type SenderScope, toCreated } from './create-service.ts';
import { assertRecipients, holdersOfRole } from './recipients.ts';

/** The content of an earlier request, whose notifications may have expired since. */
const earlierDraftOf = (content: Parameters<typeof draftOf>[0], nowMs: number) =>
  draftOf({ ...content, expiresAt: null }, nowMs);

/** Notifies all these users. Throws NotFoundError if the caller may not see one of them. */
export async function createNotificationBatch(
  { scope, context }: Actor<SenderScope>,
  { recipientUserIds, ...content }: CreateNotificationBatch,
) {
  const draft = draftOf(content, context.nowMs);
  await assertRecipients(scope, recipientUserIds, context.principal);
  return toCreated(await fanOutTo(recipientUserIds, draft, notificationScopeOf(scope), context));
}

/** Returns what `createNotificationBatch` returned for an equal request. */
export async function createdNotificationBatch(
  { scope, context }: Caller<SenderScope>,
  { id }: Created,
  { recipientUserIds, ...content }: CreateNotificationBatch,
) {
  const draft = earlierDraftOf(content, context.nowMs);
  return toCreated(idsOfBulk(id, notificationScopeOf(scope), draft, recipientUserIds));
}

/** Notifies the users who have the role. Throws NotFoundError. */
export async function createRoleNotification(
  { scope, context }: Actor<SenderScope>,
  { roleId, ...content }: CreateRoleNotification,
) {
  const draft = draftOf(content, context.nowMs);
  const userIds = await holdersOfRole(scope, roleId, context.principal);
  return toCreated(await fanOutTo(userIds, draft, notificationScopeOf(scope), context));
}

/** Returns what `createRoleNotification` returned for an equal request, with the present holders of the role. */
export async function createdRoleNotification(
  { scope, context }: Actor<SenderScope>,
  { id }: Created,
  { roleId, ...content }: CreateRoleNotification,
) {
  const userIds = await holdersOfRole(scope, roleId, context.principal);
  const draft = earlierDraftOf(content, context.nowMs);
  return toCreated(idsOfBulk(id, notificationScopeOf(scope), draft, userIds));
}
