/** Removes the second factors of a user who has lost them. */

import { removeSessions } from '../../../kernel/auth/session-store.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import type { Actor, RequestCaller } from '../../../kernel/http/operation.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import { assertNoApplicationOf } from '../sessions/own-account.ts';
import { changeableUser } from '../users/user-service.ts';
import { factorChangeWrites, findFactors, replaceFactors } from './factor-store.ts';

/**
 * Removes all factors and recovery codes, then ends the sessions. Throws NotFoundError, MissingFeatureError,
 * RightsExceededError, and SessionRequiredError for an application's own user.
 */
export async function removeUserFactors(
  { scope, context, session }: Actor<TenantScope> & Pick<RequestCaller, 'session'>,
  { userId }: { userId: string },
) {
  assertNoApplicationOf(userId, session);
  const user = await changeableUser(scope, userId, context.principal);
  const { organizationId } = user;
  await retryWhenStale(async () => {
    const before = await findFactors(user, userId);
    if (before.factors.length === 0) return;
    const removed = before.factors.flatMap((factor) =>
      factorChangeWrites(before, { action: 'removed', factor, organizationId }, context),
    );
    await replaceFactors({ ...before, factors: [], recoveryCodes: [], enrolment: undefined }, ...removed);
  });
  await removeSessions(user, userId);
  return { ok: true as const };
}
