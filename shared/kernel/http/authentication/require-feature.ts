import { superAdminFeature } from '../../base/features.ts';
import { hasFeature } from '../../base/principal.ts';
import { MissingFeatureError, ReadOnlyError } from '../../errors/errors.ts';
import { type EndpointSpec, isReading } from '../endpoint-spec.ts';
import type { Middleware } from '../types.ts';

/** 403 when the caller may only read and the endpoint changes something, or it lacks the endpoint's feature. */
export function requireFeature(spec: EndpointSpec): Middleware {
  const { feature, superAdmin } = spec;
  const changes = !isReading(spec);
  return {
    before: ({ internal: { principal } }) => {
      if (changes && principal?.readOnly) throw new ReadOnlyError();
      if (superAdmin && !principal?.isSuperAdmin) throw new MissingFeatureError([superAdminFeature]);
      if (feature === undefined) return;
      if (principal === undefined || !hasFeature(principal, feature))
        throw new MissingFeatureError([feature]);
    },
  };
}
