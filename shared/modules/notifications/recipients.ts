/** Who is meant. Callers who may not select every organization reach only users whose home they may select. */

import type { UserRow } from '../../kernel/auth/identity-types.ts';
import type { Principal, TenantScope } from '../../kernel/auth/principal.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import { findRole, findUsers, reachOf, roleHolders } from '../identity/public.ts';

function isReached(principal: Principal, { organizationId }: UserRow): boolean {
  const reach = reachOf(principal);
  return reach === null || (organizationId !== null && reach.includes(organizationId));
}

/** Throws NotFoundError unless all of them are users whom the caller may see. One request per 100. */
export async function assertRecipients(
  scope: TenantScope,
  userIds: readonly string[],
  principal: Principal,
): Promise<void> {
  const users = await findUsers(scope, userIds);
  const isKnown = (id: string) => {
    const user = users.get(id);
    return user !== undefined && isReached(principal, user);
  };
  if (!userIds.every(isKnown)) throw new NotFoundError('User');
}

/**
 * Ids of the active users who hold the role, with a `principal` only of those whom that caller may see. Throws
 * NotFoundError when there is no such role.
 */
export async function holdersOfRole(
  scope: TenantScope,
  roleId: string,
  principal?: Principal,
): Promise<string[]> {
  if ((await findRole(scope, roleId)) === undefined) throw new NotFoundError('Role');
  const found: string[] = [];
  for await (const page of roleHolders(scope, roleId)) {
    const ids = page.filter(({ kind }) => kind === 'USER').map(({ id }) => id);
    const users = [...(await findUsers(scope, ids)).values()];
    const reached = users.filter((user) => user.isActive && (!principal || isReached(principal, user)));
    found.push(...reached.map(({ id }) => id));
  }
  return found;
}
