/** The names of roles beside other rows of a list. */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { batchGet, queryAll } from '../../../kernel/table/read.ts';
import { roleKey, roleListPartition } from '../keys.ts';

/** Listing items of roles have some 200 bytes: so many are read for four units. */
const roleListingsRead = 160;
/** Fewer roles are cheaper by key. */
const fewRoles = 4;

/**
 * The names of roles by id, for lists: eventually consistent. Of many roles the tenant's list is read instead of each;
 * what is not among its first ones is read by key.
 */
export async function findRoleNames(
  scope: TenantScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = new Set(ids);
  const names = new Map<string, string>();
  if (wanted.size > fewRoles) {
    const query = { pk: roleListPartition(scope), limit: roleListingsRead, consistent: false };
    for (const { id, n } of await queryAll(query)) {
      if (wanted.has(String(id))) names.set(String(id), String(n));
    }
  }
  const keys = [...wanted].filter((id) => !names.has(id)).map((id) => roleKey(scope, id));
  for (const { id, name } of await batchGet(keys, undefined, { consistent: false })) {
    names.set(String(id), String(name));
  }
  return names;
}
