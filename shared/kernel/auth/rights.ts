/**
 * What a key or a user may do, worked out from what is stored about it. Its caller items (the key's own item, or
 * the items of its sessions) hold the result, so that a request reads one item and no roles. Pure.
 *
 * A change of rights is announced first (`pending`), then taken from the callers, then committed, then given to
 * them. While it is pending, only what both the old and the new state allow counts: a process that is cut off in
 * between leaves narrower rights behind, never wider ones.
 */
import { type Acl, effectiveAcl, narrower, noRights } from './acl.ts';
import type { ApiKeyRow, Role, UserRights, UserRow } from './identity-types.ts';

/** The attributes of a caller item about rights. */
export interface CallerRights {
  tenantId: string | null;
  organizationId: string | null;
  /** Organizations that may be selected; null means every one of the tenant. */
  organizations: readonly string[] | null;
  features: readonly string[];
  isSuperAdmin: boolean;
  /** The tenant or the organization where the caller lives is closed: every request is refused. */
  blocked?: true | undefined;
}

type RolesById = ReadonlyMap<string, Role>;

/** The role's rights that count now. */
function currentAcl(role: Role): Acl {
  return role.pending ? narrower(role.acl, role.pending) : role.acl;
}

function aclsOf(roleIds: readonly string[], roles: RolesById): Acl[] {
  return roleIds
    .map((id) => roles.get(id))
    .filter((role) => role !== undefined)
    .map(currentAcl);
}

/** A key acts in its home organization; roles may add others by name. Without a home it may select what its roles allow. */
export function rightsOfKey(key: ApiKeyRow, roles: RolesById): CallerRights {
  const ownAcl: Acl = { features: key.features, isSuperAdmin: key.isSuperAdmin, organizations: [] };
  const acl = effectiveAcl([ownAcl, ...aclsOf(key.roleIds, roles)]);
  const { tenantId, organizationId } = key;
  const organizations =
    organizationId !== null
      ? [...new Set([organizationId, ...(acl.organizations ?? [])])]
      : key.roleIds.length === 0
        ? null
        : acl.organizations;
  return { tenantId, organizationId, organizations, features: acl.features, isSuperAdmin: acl.isSuperAdmin };
}

function aclOfUser(rights: UserRights, roles: RolesById): Acl {
  if (!rights.isActive) return noRights;
  const acl = effectiveAcl(aclsOf(rights.roleIds, roles), rights.acl ?? undefined);
  const { organizationId } = rights;
  if (acl.organizations === null || organizationId === null) return acl;
  return { ...acl, organizations: [...new Set([organizationId, ...acl.organizations])] };
}

/** A user's own ACL replaces what its roles give; its home organization may always be selected. */
export function rightsOfUser(user: UserRow, roles: RolesById): CallerRights {
  const now = aclOfUser(user, roles);
  const acl = user.pending ? narrower(now, aclOfUser(user.pending, roles)) : now;
  const { tenantId } = user;
  // Between two homes there is none: the old one may be out of reach already, the new one is not given yet.
  const moves = user.pending !== undefined && user.pending.organizationId !== user.organizationId;
  return {
    tenantId,
    organizationId: moves ? null : user.organizationId,
    organizations: acl.organizations,
    features: acl.features,
    isSuperAdmin: acl.isSuperAdmin,
  };
}

/** Every role that matters for the user's rights now. */
export function roleIdsOfUser(user: UserRow): string[] {
  return [...new Set([...user.roleIds, ...(user.pending?.roleIds ?? [])])];
}

/** The part of a user that decides its rights. */
export function userRightsOf({ organizationId, roleIds, acl, isActive }: UserRow): UserRights {
  return { organizationId, roleIds, acl, isActive };
}

/** The role's revision as readers know it: an announcement changes nothing they see. */
export function visibleRoleRevision(role: Role): number {
  return role.fanOut?.phase === 'narrowing' ? role.fanOut.since : role.revision;
}

/** The user's revision as readers know it. */
export function visibleUserRevision(user: UserRow): number {
  return user.pendingSince ?? user.revision;
}
