import { superAdminFeature } from '../../base/features.ts';
import { hasFeature } from '../../base/principal.ts';
import { MissingFeatureError } from '../../errors/errors.ts';
import type { EndpointSpec } from '../endpoint-spec.ts';
import type { Middleware } from '../types.ts';

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
