/** Making notifications for many users on request. Apart from the rest, because only it needs the queue. */
import type { Principal } from '../../kernel/auth/principal.ts';
import { fanOutTo } from './bulk-notification.ts';
import type { CreateNotificationBatch, CreateRoleNotification } from './create-contract.ts';
import { draftOf, noticeScopeOf, type SenderScope } from './create-service.ts';
import { assertRecipients, holdersOfRole } from './recipients.ts';

export const toMade = (ids: string[]) => ({ ok: true as const, count: ids.length, ids });

/** Notifies all of the users, or throws NotFoundError when the caller may not see one of them. */
export async function notifyUsers(
  scope: SenderScope,
  { recipientUserIds, ...content }: CreateNotificationBatch,
  principal: Principal,
  nowMs: number,
): Promise<string[]> {
  const draft = draftOf(content, nowMs);
  await assertRecipients(scope, recipientUserIds, principal);
  return fanOutTo(recipientUserIds, draft, noticeScopeOf(scope), nowMs);
}

/** Notifies the users who hold the role. Throws NotFoundError. */
export async function notifyRole(
  scope: SenderScope,
  { roleId, ...content }: CreateRoleNotification,
  principal: Principal,
  nowMs: number,
): Promise<string[]> {
  const draft = draftOf(content, nowMs);
  return fanOutTo(await holdersOfRole(scope, roleId, principal), draft, noticeScopeOf(scope), nowMs);
}
