/** What rules may know of who executes them. */
import type { Principal, TenantScope } from '../../../kernel/auth/principal.ts';
import { findRoles, findUser } from '../../identity/public.ts';
import type { ExecutableRule } from './compiled-rule.ts';
import type { ExecutingUser } from './execution.ts';

/**
 * The caller by its id; with address, name and first role when one of the rules asks for more and the caller is a
 * person. One GetItem and one BatchGetItem, or none.
 */
export async function executingUser(
  scope: TenantScope,
  { subject }: Pick<Principal, 'subject'>,
  rules: readonly ExecutableRule[],
): Promise<ExecutingUser> {
  const [type = '', id = ''] = subject.split(':', 2);
  if (type !== 'user' || !rules.some(({ needsUserFields }) => needsUserFields)) return { id, type };
  const user = await findUser(scope, id);
  if (user === undefined) return { id, type };
  const roles = await findRoles(scope, user.roleIds);
  const [role] = [...roles.values()].map(({ name }) => name).toSorted();
  return { id, type, email: user.email, name: user.name ?? undefined, role };
}
