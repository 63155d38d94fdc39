/** How other modules notify people: the one function for it. */

import { fanOutTo } from './bulk-notification.ts';
import { insert } from './insertion-store.ts';
import { type Audience, newNotification } from './notification.ts';
import { type NotificationRequest, type NotifyContext, toDraft } from './notification-request.ts';
import { holdersOfRole } from './recipients.ts';

/**
 * Notifies a user, the users who hold a role now, or the holders of a feature at the time of reading, and returns the ids. The
 * caller's function needs `BatchGetItem` and `PutItem`; for a role also `GetItem`, `Query` and the queue
 * `notifications`. Throws NotFoundError for an unknown role. That a user exists is not checked.
 */
export async function notify(
  notice: NotificationRequest<Audience | { roleId: string }>,
  { nowMs, causes = [], times = 1 }: NotifyContext,
): Promise<{ count: number; ids: string[] }> {
  const { scope, to } = notice;
  const draft = toDraft(notice, nowMs);
  if ('roleId' in to) {
    const ids = await fanOutTo(await holdersOfRole(scope, to.roleId), draft, scope, nowMs, causes[0]);
    return { count: ids.length, ids };
  }
  const notification = newNotification(draft, scope, to, nowMs, causes[0]);
  const isNew = await insert(scope, [notification], { nowMs, causes, times });
  return isNew ? { count: 1, ids: [notification.id] } : { count: 0, ids: [] };
}
