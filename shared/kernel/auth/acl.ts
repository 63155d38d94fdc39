/** Rights as data, and operations on them: what a role, a user or a key may do. Pure. */

import { grants, superAdminFeature } from '../base/features.ts';
import { toJson } from '../base/json.ts';

export interface Acl {
  /** Features and wildcards: `a.b`, `a.*`, `*`. */
  features: readonly string[];
  isSuperAdmin: boolean;
  /** Selectable organizations; null means all of the tenant. */
  organizations: readonly string[] | null;
}

export const noRights: Acl = { features: [], isSuperAdmin: false, organizations: [] };

/** Whether another grant covers this grant or wildcard. */
function isCovered(grant: string, by: readonly string[]): boolean {
  return by.some((other) => grants(other, grant));
}

function union(acls: readonly Acl[]): Acl {
  return {
    features: [...new Set(acls.flatMap(({ features }) => features))].toSorted(),
    isSuperAdmin: acls.some(({ isSuperAdmin }) => isSuperAdmin),
    organizations: acls.some(({ organizations }) => organizations === null)
      ? null
      : [...new Set(acls.flatMap(({ organizations }) => organizations ?? []))].toSorted(),
  };
}

/** The rights of a caller with several roles: all of them together. A user's own ACL replaces the roles'. */
export function effectiveAcl(roles: readonly Acl[], own?: Acl | undefined): Acl {
  return own ?? union(roles);
}

/** Rights that both have: those that apply while a change from one to the other is in progress. */
export function narrower(left: Acl, right: Acl): Acl {
  const kept = [
    ...left.features.filter((grant) => isCovered(grant, right.features)),
    ...right.features.filter((grant) => isCovered(grant, left.features)),
  ];
  const { organizations: a } = left;
  const { organizations: b } = right;
  return {
    features: [...new Set(kept)].toSorted(),
    isSuperAdmin: left.isSuperAdmin && right.isSuperAdmin,
    organizations: a === null ? b : b === null ? a : a.filter((id) => b.includes(id)),
  };
}

/** Whether two ACLs are equal, in any order. */
export function sameAcl(left: Acl, right: Acl): boolean {
  const text = ({ features, isSuperAdmin, organizations }: Acl) =>
    toJson([features.toSorted(), isSuperAdmin, organizations?.toSorted() ?? null]);
  return text(left) === text(right);
}

/**
 * Returns the rights that a change adds. New features apply in all organizations of the holder, new organizations for
 * all its features. Returns `noRights` if nothing is added.
 */
export function gainedRights(before: Acl, after: Acl): Acl {
  const features = after.features.filter((grant) => !isCovered(grant, before.features));
  const reach = before.organizations;
  const reachesFurther = reach !== null && (after.organizations?.some((id) => !reach.includes(id)) ?? true);
  const isSuperAdmin = after.isSuperAdmin && !before.isSuperAdmin;
  if (features.length === 0 && !reachesFurther && !isSuperAdmin) return noRights;
  return {
    features: reachesFurther ? after.features : features,
    isSuperAdmin,
    organizations: after.organizations,
  };
}

/**
 * Returns the rights in `requested` that the holder lacks: callers can only grant rights that they hold. Super admins
 * lack nothing; only they may grant super admin.
 */
export function missingRights(holder: Acl, requested: Acl): string[] {
  if (holder.isSuperAdmin) return [];
  const features = requested.features.filter((grant) => !isCovered(grant, holder.features));
  const reach = holder.organizations;
  const organizations =
    reach === null
      ? []
      : requested.organizations === null
        ? ['organizations: all']
        : requested.organizations.filter((id) => !reach.includes(id)).map((id) => `organization ${id}`);
  return [...features, ...organizations, ...(requested.isSuperAdmin ? [superAdminFeature] : [])];
}
