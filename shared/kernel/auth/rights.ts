/**
 * The effective rights of a key or a user, computed from stored data. Its caller items (the key's own item, or those
 * of its sessions) contain the result, so that a request reads one item and no roles. Pure.
 *
 * A change of rights is first announced (`pending`), then narrowed on the callers, then committed, then widened on the
 * callers. While it is pending, only rights that both states allow apply: an interrupted process leaves narrower
 * rights, never wider ones.
 */
import { type Acl, effectiveAcl, narrower, noRights } from './acl.ts';
import type { ApiKeyRow, Role, UserRights, UserRow } from './identity-types.ts';

/** The attributes of a caller item with rights. */
export interface CallerRights {
  tenantId: string | null;
  organizationId: string | null;
  /** Selectable organizations; null means all of the tenant. */
  organizations: readonly string[] | null;
  features: readonly string[];
  isSuperAdmin: boolean;
  /** The caller's tenant or organization is closed: every request is refused. */
  blocked?: true | undefined;
}

type RolesById = ReadonlyMap<string, Role>;

/** The role's currently effective rights. */
function currentAcl(role: Role): Acl {
  return role.pending ? narrower(role.acl, role.pending) : role.acl;
}

function aclsOf(roleIds: readonly string[], roles: RolesById): Acl[] {
  return roleIds
    .map((id) => roles.get(id))
    .filter((role) => role !== undefined)
    .map(currentAcl);
}

/**
 * The roles with the rights of both states of a pending change, for checks of what a caller gives: a holder has those of
 * one state once the change ends or is replaced.
 */
export const rolesInBothStates = (roles: Iterable<Role>): Map<string, Role> =>
  new Map(
    [...roles].map(({ pending, ...role }) => {
      const acl = pending ? effectiveAcl([role.acl, pending]) : role.acl;
      return [role.id, { ...role, acl }];
    }),
  );

/**
 * A key acts in its home organization; roles may add others by name. Without a home it may select the organizations of
 * its roles.
 */
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

/** A user's own ACL replaces that of its roles; its home organization can always be selected. */
export function rightsOfUser(user: UserRow, roles: RolesById): CallerRights {
  const now = aclOfUser(user, roles);
  const acl = user.pending ? narrower(now, aclOfUser(user.pending, roles)) : now;
  const { tenantId } = user;
  // Between two homes there is none: the old one may already be out of reach, and the new one is not granted yet.
  const moves = user.pending !== undefined && user.pending.organizationId !== user.organizationId;
  return {
    tenantId,
    organizationId: moves ? null : user.organizationId,
    organizations: acl.organizations,
    features: acl.features,
    isSuperAdmin: acl.isSuperAdmin,
  };
}

/** Every role that currently determines the user's rights. */
export function roleIdsOfUser(user: UserRow): string[] {
  return [...new Set([...user.roleIds, ...(user.pending?.roleIds ?? [])])];
}

/** The fields of a user that determine its rights. */
export function userRightsOf({ organizationId, roleIds, acl, isActive }: UserRow): UserRights {
  return { organizationId, roleIds, acl, isActive };
}

/** The role's revision for readers: announcing a change does not alter it. */
export function visibleRoleRevision(role: Role): number {
  return role.fanOut?.phase === 'narrowing' ? role.fanOut.since : role.revision;
}

/** The user's revision for readers. */
export function visibleUserRevision(user: UserRow): number {
  return user.pendingSince ?? user.revision;
}
