import { hasFeature } from '../identity/principal.ts';
import type { EndpointSpec } from './contract.ts';
import { MissingFeatureError } from './errors.ts';
import type { Middleware } from './types.ts';

/** 403 when the caller lacks the endpoint's feature. */
export function requireFeature({ feature }: EndpointSpec): Middleware {
  return {
    before: ({ internal: { principal } }) => {
      if (feature === undefined) return;
      if (principal === undefined || !hasFeature(principal, feature))
        throw new MissingFeatureError([feature]);
    },
  };
}
