/** Checks that callers grant only rights that they hold. */

import { type Acl, missingRights } from '../../kernel/auth/acl.ts';
import type { Role } from '../../kernel/auth/identity-types.ts';
import { isPlatformWide, superAdminFeature } from '../../kernel/base/features.ts';
import type { Principal } from '../../kernel/base/principal.ts';
import { MissingFeatureError } from '../../kernel/errors/errors.ts';
import { RightsExceededError } from './errors.ts';

/** The organizations that the caller may select, including its home; null means every one. */
export function reachOf({ isSuperAdmin, organizationId, organizationIds }: Principal): string[] | null {
  if (isSuperAdmin || organizationIds === null) return null;
  return [...new Set([...organizationIds, ...(organizationId === null ? [] : [organizationId])])];
}

/** Throws RightsExceededError with the missing rights. */
export function assertCovers(principal: Principal, requested: Acl): void {
  const { features, isSuperAdmin } = principal;
  const missing = missingRights({ features, isSuperAdmin, organizations: reachOf(principal) }, requested);
  if (missing.length > 0) throw new RightsExceededError(missing);
}

/** Throws RightsExceededError unless the caller has the rights of the roles, now and after a pending change. */
export function assertMayGrant(principal: Principal, roles: readonly Role[]): void {
  for (const { acl, pending } of roles) {
    assertCovers(principal, acl);
    if (pending) assertCovers(principal, pending);
  }
}

/**
 * Throws unless the caller has all rights of the user, key or role that it wants to change or delete:
 * MissingFeatureError for a super admin, RightsExceededError otherwise.
 */
export function assertMayChangeHolder(principal: Principal, acl: Acl): void {
  if (acl.isSuperAdmin && !principal.isSuperAdmin) throw new MissingFeatureError([superAdminFeature]);
  assertCovers(principal, acl);
}

/** The same for a role, whose rights may have a pending change. */
export function assertMayChangeRole(principal: Principal, { acl, pending }: Role): void {
  assertMayChangeHolder(principal, acl);
  if (pending) assertMayChangeHolder(principal, pending);
}

/**
 * The features to store: unique, without those that only super admins may grant (`sanitized` is then true).
 * Throws RightsExceededError for `*`, and if no feature is left, because an empty list has another meaning.
 */
export function givableFeatures(
  principal: Principal,
  requested: readonly string[],
): { features: string[]; sanitized: boolean } {
  const features = [...new Set(requested)].toSorted();
  if (principal.isSuperAdmin) return { features, sanitized: false };
  const onlyForSuperAdmins = (refused: readonly string[]) =>
    new RightsExceededError(refused, `Only super admins can grant ${refused.join(', ')}.`);
  if (features.includes('*')) throw onlyForSuperAdmins(['*']);
  const givable = features.filter((feature) => !isPlatformWide(feature));
  if (features.length > 0 && givable.length === 0) throw onlyForSuperAdmins(features);
  return { features: givable, sanitized: givable.length < features.length };
}
