/** The function by which other modules notify users. */

import { fanOutTo } from './bulk-notification.ts';
import { insert } from './insertion-store.ts';
import { type Audience, newNotification } from './notification.ts';
import { type NotificationRequest, type NotifyContext, toDraft } from './notification-request.ts';
import { holdersOfRole } from './recipients.ts';

/**
 * Notifies a user, the current holders of a role, or the holders of a feature at the time of reading, and returns the
 * ids. Required permissions: `BatchGetItem` and `PutItem`; for a role also `GetItem`, `Query` and the queue
 * `notifications`. Throws NotFoundError for an unknown role. It does not check that a user exists.
 */
export async function notify(
  request: NotificationRequest<Audience | { roleId: string }>,
  { nowMs, causes = [], times = 1 }: NotifyContext,
): Promise<{ count: number; ids: string[] }> {
  const { scope, to } = request;
  const draft = toDraft(request, nowMs);
  if ('roleId' in to) {
    const ids = await fanOutTo(await holdersOfRole(scope, to.roleId), draft, scope, {
      nowMs,
      cause: causes[0],
    });
    return { count: ids.length, ids };
  }
  const notification = newNotification(draft, scope, to, nowMs, causes[0]);
  const isNew = await insert(scope, [notification], { nowMs, causes, times });
  return isNew ? { count: 1, ids: [notification.id] } : { count: 0, ids: [] };
}
