/** Callers can only grant rights that they hold. */

import { type Acl, missingRights } from '../../kernel/auth/acl.ts';
import { isPlatformWide } from '../../kernel/auth/features.ts';
import type { Role } from '../../kernel/auth/identity-types.ts';
import type { Principal } from '../../kernel/auth/principal.ts';
import { superAdminFeature } from '../../kernel/auth/require-feature.ts';
import { MissingFeatureError } from '../../kernel/errors/errors.ts';
import { RightsExceededError } from './errors.ts';

/** Who makes a change, and when. */
export interface Actor {
  principal: Principal;
  nowMs: number;
}

/** Organizations the caller may select, its home among them; null means every one. */
export function reachOf({ isSuperAdmin, organizationId, organizationIds }: Principal): string[] | null {
  if (isSuperAdmin || organizationIds === null) return null;
  return [...new Set([...organizationIds, ...(organizationId === null ? [] : [organizationId])])];
}

/** Throws RightsExceededError, which names what the caller lacks. */
export function assertCovers(principal: Principal, wanted: Acl): void {
  const { features, isSuperAdmin } = principal;
  const missing = missingRights({ features, isSuperAdmin, organizations: reachOf(principal) }, wanted);
  if (missing.length > 0) throw new RightsExceededError(missing);
}

/** Throws RightsExceededError unless the caller has what the roles give, now and after a change under way. */
export function assertMayGrant(principal: Principal, roles: readonly Role[]): void {
  for (const { acl, pending } of roles) {
    assertCovers(principal, acl);
    if (pending) assertCovers(principal, pending);
  }
}

/**
 * Throws unless the caller has all rights of what it is about to change or delete: MissingFeatureError for what is a
 * super admin, RightsExceededError for everything else.
 */
export function assertMayChangeHolder(principal: Principal, acl: Acl): void {
  if (acl.isSuperAdmin && !principal.isSuperAdmin) throw new MissingFeatureError([superAdminFeature]);
  assertCovers(principal, acl);
}

/** The same for a role, whose rights may be on their way from one state to another. */
export function assertMayChangeRole(principal: Principal, { acl, pending }: Role): void {
  assertMayChangeHolder(principal, acl);
  if (pending) assertMayChangeHolder(principal, pending);
}

/**
 * The features as they are stored: each once, without those that only super admins may give (`sanitized` then).
 * Throws RightsExceededError for `*`, and when nothing is left: an empty list would mean something else.
 */
export function givableFeatures(
  principal: Principal,
  wanted: readonly string[],
): { features: string[]; sanitized: boolean } {
  const features = [...new Set(wanted)].toSorted();
  if (principal.isSuperAdmin) return { features, sanitized: false };
  if (features.includes('*')) throw new RightsExceededError(['*']);
  const givable = features.filter((feature) => !isPlatformWide(feature));
  if (features.length > 0 && givable.length === 0) throw new RightsExceededError(features);
  return { features: givable, sanitized: givable.length < features.length };
}
