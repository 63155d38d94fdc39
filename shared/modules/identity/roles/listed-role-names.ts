/** Reads the names of roles for rows of other lists. */

import type { TenantScope } from '../../../kernel/base/principal.ts';
import { batchGet, queryAll } from '../../../kernel/table/read.ts';
import { roleKey, roleListPartition } from '../keys.ts';

/** A listing item of a role has about 200 bytes, so this number costs four read units. */
const roleListingsRead = 160;
/** Up to this number, roles are cheaper to read by key. */
const fewRoles = 4;

/**
 * The names of roles by id, for lists: eventually consistent. For many roles, one Query reads the tenant's
 * list; roles that are not among its first ones are read by key.
 */
export async function findRoleNames(
  scope: TenantScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const roleIds = new Set(ids);
  const names = new Map<string, string>();
  if (roleIds.size > fewRoles) {
    const query = { pk: roleListPartition(scope), limit: roleListingsRead, consistent: false };
    for (const { id, n } of await queryAll(query)) {
      if (roleIds.has(String(id))) names.set(String(id), String(n));
    }
  }
  const keys = [...roleIds].filter((id) => !names.has(id)).map((id) => roleKey(scope, id));
  for (const { id, name } of await batchGet(keys, undefined, { consistent: false })) {
    names.set(String(id), String(name));
  }
  return names;
}
