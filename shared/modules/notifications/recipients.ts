/** Finds recipients. Callers who cannot select every organization reach only users of the organizations they can select. */

import type { UserRow } from '../../kernel/auth/identity-types.ts';
import type { Principal, TenantScope } from '../../kernel/base/principal.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import { findRole, findUsers, reachOf, roleHolders } from '../identity/public.ts';

function isReachable(principal: Principal, { organizationId }: UserRow): boolean {
  const visibleIds = reachOf(principal);
  return visibleIds === null || (organizationId !== null && visibleIds.includes(organizationId));
}

/** Throws NotFoundError unless the caller may see all these users. Sends one request per 100 users. */
export async function assertRecipients(
  scope: TenantScope,
  userIds: readonly string[],
  principal: Principal,
): Promise<void> {
  const users = await findUsers(scope, userIds);
  const isKnown = (id: string) => {
    const user = users.get(id);
    return user !== undefined && isReachable(principal, user);
  };
  if (!userIds.every(isKnown)) throw new NotFoundError('User');
}

/**
 * Returns the ids of active users who have the role; with `principal`, only of users whom this caller may see. Throws
 * NotFoundError if the role does not exist.
 */
export async function holdersOfRole(
  scope: TenantScope,
  roleId: string,
  principal?: Principal,
): Promise<string[]> {
  if ((await findRole(scope, roleId)) === undefined) throw new NotFoundError('Role');
  const holderIds: string[] = [];
  for await (const page of roleHolders(scope, roleId)) {
    const ids = page.filter(({ kind }) => kind === 'USER').map(({ id }) => id);
    const users = [...(await findUsers(scope, ids)).values()];
    const holders = users.filter((user) => user.isActive && (!principal || isReachable(principal, user)));
    holderIds.push(...holders.map(({ id }) => id));
  }
  return holderIds;
}
