import { hasFeature } from '../identity/principal.ts';
import type { EndpointSpec } from './contract.ts';
import { MissingFeatureError } from './errors.ts';
import type { Middleware } from './types.ts';

/** How a refusal names what only super admins may do. */
export const superAdminFeature = 'super_admin';

/** 403 when the caller lacks the endpoint's feature. */
export function requireFeature({ feature, superAdmin }: EndpointSpec): Middleware {
  return {
    before: ({ internal: { principal } }) => {
      if (superAdmin && !principal?.isSuperAdmin) throw new MissingFeatureError([superAdminFeature]);
      if (feature === undefined) return;
      if (principal === undefined || !hasFeature(principal, feature))
        throw new MissingFeatureError([feature]);
    },
  };
}
