import type { Role } from '../../../kernel/auth/identity-types.ts';
import { comparedName } from '../../../kernel/base/compared.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { findRoleIdsByNames, findRoles } from './role-store.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The roles with these ids or names, each once. Throws InvalidInputError for the field if one does not exist in the tenant;
 * another tenant's role counts as missing. Deleted roles are left out if they are among `storedIds`: settings that name them
 * are sent back as they were read.
 */
export async function rolesNamed(
  scope: TenantScope,
  requested: readonly string[],
  { field = 'roles', storedIds = [] }: { field?: string | undefined; storedIds?: readonly string[] } = {},
): Promise<Role[]> {
  const isId = (text: string) => uuid.test(text);
  const idsByName = await findRoleIdsByNames(
    scope,
    requested.filter((text) => !isId(text)),
  );
  const ids = requested.map((text) => (isId(text) ? text : idsByName.get(comparedName(text)))?.toLowerCase());
  const roles = await findRoles(
    scope,
    ids.filter((id) => id !== undefined),
  );
  const unknown = requested.filter((_, index) => {
    const id = ids[index] ?? '';
    return !roles.has(id) && !storedIds.includes(id);
  });
  if (unknown.length > 0)
    throw new InvalidInputError({ [field]: `has unknown roles: ${unknown.join(', ')}` });
  return [...roles.values()];
}
