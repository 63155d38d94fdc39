/** Creates notifications for many users on request. A separate file, because only these functions need the queue. */
import type { Principal } from '../../kernel/base/principal.ts';
import { fanOutTo } from './bulk-notification.ts';
import type { CreateNotificationBatch, CreateRoleNotification } from './create-contract.ts';
import { draftOf, notificationScopeOf, type SenderScope } from './create-service.ts';
import { assertRecipients, holdersOfRole } from './recipients.ts';

export const toCreated = (ids: string[]) => ({ ok: true as const, count: ids.length, ids });

/** Notifies all these users. Throws NotFoundError if the caller may not see one of them. */
export async function notifyUsers(
  scope: SenderScope,
  { recipientUserIds, ...content }: CreateNotificationBatch,
  principal: Principal,
  nowMs: number,
): Promise<string[]> {
  const draft = draftOf(content, nowMs);
  await assertRecipients(scope, recipientUserIds, principal);
  return fanOutTo(recipientUserIds, draft, notificationScopeOf(scope), nowMs);
}

/** Notifies the users who have the role. Throws NotFoundError. */
export async function notifyRole(
  scope: SenderScope,
  { roleId, ...content }: CreateRoleNotification,
  principal: Principal,
  nowMs: number,
): Promise<string[]> {
  const draft = draftOf(content, nowMs);
  return fanOutTo(await holdersOfRole(scope, roleId, principal), draft, notificationScopeOf(scope), nowMs);
}
