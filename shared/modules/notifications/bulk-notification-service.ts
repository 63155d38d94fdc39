/** Creates notifications for many users on request. A separate file, because only these functions need the queue. */
import { fanOutTo, idsOfBulk } from './bulk-notification.ts';
import type { CreateNotificationBatch, CreateRoleNotification } from './create-contract.ts';
import { draftOf, notificationScopeOf, type SenderContext, type SenderScope } from './create-service.ts';
import { assertRecipients, holdersOfRole } from './recipients.ts';

export const toCreated = (ids: string[]) => ({ ok: true as const, count: ids.length, ids });

/** Notifies all these users. Throws NotFoundError if the caller may not see one of them. */
export async function notifyUsers(
  scope: SenderScope,
  { recipientUserIds, ...content }: CreateNotificationBatch,
  context: SenderContext,
): Promise<string[]> {
  const draft = draftOf(content, context.nowMs);
  await assertRecipients(scope, recipientUserIds, context.principal);
  return fanOutTo(recipientUserIds, draft, notificationScopeOf(scope), context);
}

/** Returns the ids that `notifyUsers` returned for an equal request. */
export function notifiedUsers(
  scope: SenderScope,
  { recipientUserIds, ...content }: CreateNotificationBatch,
  id: string,
  nowMs: number,
): string[] {
  return idsOfBulk(id, notificationScopeOf(scope), draftOf(content, nowMs), recipientUserIds);
}

/** Notifies the users who have the role. Throws NotFoundError. */
export async function notifyRole(
  scope: SenderScope,
  { roleId, ...content }: CreateRoleNotification,
  context: SenderContext,
): Promise<string[]> {
  const draft = draftOf(content, context.nowMs);
  return fanOutTo(
    await holdersOfRole(scope, roleId, context.principal),
    draft,
    notificationScopeOf(scope),
    context,
  );
}

/** Returns the ids that `notifyRole` returned for an equal request, of the present holders of the role. */
export async function notifiedRole(
  scope: SenderScope,
  { roleId, ...content }: CreateRoleNotification,
  id: string,
  { nowMs, principal }: SenderContext,
): Promise<string[]> {
  const userIds = await holdersOfRole(scope, roleId, principal);
  return idsOfBulk(id, notificationScopeOf(scope), draftOf(content, nowMs), userIds);
}
