/** Reads the current rights of a user or key, for work that is done in its name later. */

import { homeKeys, isClosed } from '../../kernel/auth/directory-reader.ts';
import type { ApiKeyRow, Role } from '../../kernel/auth/identity-types.ts';
import { type CallerRights, rightsOfKey, rightsOfUser, roleIdsOfUser } from '../../kernel/auth/rights.ts';
import type { Principal } from '../../kernel/base/principal.ts';
import { batchGet } from '../../kernel/table/read.ts';
import { findApiKey } from './api-keys/api-key-store.ts';
import { findRoles } from './roles/role-store.ts';
import { findUser } from './users/user-store.ts';

const rolesOf = async (tenantId: string | null, ids: readonly string[]): Promise<Map<string, Role>> =>
  tenantId === null || ids.length === 0 ? new Map() : findRoles({ tenantId }, ids);

async function rightsOf(
  tenantId: string | null,
  [kind, id = '']: readonly string[],
  nowMs: number,
): Promise<(CallerRights & Pick<Principal, 'readOnly'> & Pick<ApiKeyRow, 'secretOwner'>) | undefined> {
  if (kind === 'api_key') {
    const key = await findApiKey(tenantId, id);
    if (key === undefined || (key.expiresAtMs !== null && key.expiresAtMs <= nowMs)) return undefined;
    const rights = rightsOfKey(key, await rolesOf(tenantId, key.roleIds));
    return { ...rights, secretOwner: key.secretOwner, ...(key.readOnly && { readOnly: true }) };
  }
  if (kind !== 'user' || tenantId === null) return undefined;
  const user = await findUser({ tenantId }, id);
  if (!user?.isActive) return undefined;
  return rightsOfUser(user, await rolesOf(tenantId, roleIdsOfUser(user)));
}

/**
 * The key or user with the rights that a request would have now; undefined if it was deleted, has expired, is
 * not active, its home is closed, or the owner of the key is not active. `tenantId` is its home. Up to three requests.
 */
export async function currentPrincipal(
  tenantId: string | null,
  subject: string,
  nowMs: number,
): Promise<Principal | undefined> {
  const rights = await rightsOf(tenantId, subject.split(':', 2), nowMs);
  if (rights === undefined) return undefined;
  if (isClosed(rights, await batchGet(homeKeys(rights)))) return undefined;
  const { organizationId, organizations, features, isSuperAdmin, readOnly } = rights;
  const reach = { tenantId, organizationId, organizationIds: organizations };
  return { subject, ...reach, features, isSuperAdmin, ...(readOnly && { readOnly }) };
}
