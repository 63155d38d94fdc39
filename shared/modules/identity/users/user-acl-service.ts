/** Rights of a user, which replace those of its roles. */

import type { Acl } from '../../../kernel/auth/acl.ts';
import { visibleUserRevision } from '../../../kernel/auth/rights.ts';
import type { FeatureTitles } from '../../../kernel/base/features.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import type { Actor, Precondition, Reader, RequestCaller } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { assertDeclared } from '../declared-features.ts';
import { assertCovers, givableFeatures, reachOf } from '../granting.ts';
import { assertOrganizations } from '../names.ts';
import { changeUser } from '../roles/rights-changes.ts';
import type { UpdateUserAcl } from './contract.ts';
import { assertMayChange, type CurrentUser, getUser } from './user-service.ts';

/** The rights that are set for the user. Throws NotFoundError. */
export async function getUserAcl(
  { scope, principal }: Reader<TenantScope> & Pick<RequestCaller, 'principal'>,
  { userId }: { userId: string },
) {
  const { user, revision } = await getUser(scope, userId, principal);
  const { features = [], isSuperAdmin = false, organizations = null } = user.acl ?? {};
  const acl = {
    hasCustomAcl: user.acl !== null,
    isSuperAdmin,
    features: [...features],
    organizations: organizations && [...organizations],
    updatedAt: user.acl === null ? null : user.updatedAt,
  };
  return withRevision(acl, revision);
}

/**
 * Changes the given parts of the user's own rights; they are removed if they grant neither features nor super
 * admin. `titles` has the features that exist. Throws NotFoundError, RightsExceededError, MissingFeatureError,
 * InvalidInputError, StaleError.
 */
export const updateUserAcl =
  (titles: FeatureTitles) =>
  async (
    { scope, context }: Actor<TenantScope>,
    { userId, features: requested, isSuperAdmin, organizations, ifMatch }: UpdateUserAcl & Precondition,
  ) => {
    const { principal } = context;
    const { features, sanitized } = requested
      ? givableFeatures(principal, requested)
      : { features: undefined, sanitized: false };

    const change = async ({ user: before }: CurrentUser) => {
      assertDeclared(features ?? [], before.acl?.features ?? [], titles);
      const base: Acl = before.acl ?? {
        features: [],
        isSuperAdmin: false,
        organizations: reachOf(principal),
      };
      const acl: Acl = {
        features: features ?? base.features,
        isSuperAdmin: isSuperAdmin ?? base.isSuperAdmin,
        organizations: organizations === undefined ? base.organizations : organizations,
      };
      const own = acl.features.length > 0 || acl.isSuperAdmin ? acl : null;
      const after = { ...before, acl: own };
      await assertMayChange(context, before, after);
      if (own) assertCovers(principal, own);
      await assertOrganizations(scope, organizations ?? [], before.acl?.organizations ?? []);
      return changeUser(before, after, [], context, { endsSessions: false });
    };
    const changed = await updateWithRetry(() => getUser(scope, userId, principal), ifMatch, change);
    return withRevision({ ok: true as const, sanitized }, visibleUserRevision(changed));
  };
