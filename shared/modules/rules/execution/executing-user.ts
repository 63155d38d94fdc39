/** The user data that rules can read. */
import type { Principal, TenantScope } from '../../../kernel/base/principal.ts';
import { findRoles, findUser } from '../../identity/public.ts';
import type { ExecutableRule } from './compiled-rule.ts';
import type { ExecutingUser } from './execution.ts';

/**
 * The caller's id; with e-mail address, name and first role if a rule needs them and the caller is a user.
 * One GetItem and one BatchGetItem, or none.
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
