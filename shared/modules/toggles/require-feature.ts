/** Checks whether a feature is on in a tenant. Jobs check this before they run. */
import { type FeatureTitles, grants } from '../../kernel/base/features.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { listGrants } from '../identity/public.ts';
import { findStoredValues } from './check-store.ts';
import { evaluateAll, ownContext } from './evaluation-service.ts';

/**
 * Returns whether any of the grants includes the feature. A wildcard includes existing features only, so that `*` does not
 * grant an unknown name. `features` are those of the platform's modules.
 */
export function isGranted(feature: string, granted: readonly string[], features: FeatureTitles): boolean {
  const isKnown = Object.hasOwn(features, feature);
  return granted.some((grant) => grant === feature || (isKnown && grants(grant, feature)));
}

/**
 * Returns whether the feature is on in the tenant. A boolean toggle with this identifier decides (null is off). Without
 * such a toggle, the feature is on if a role of the tenant grants it. Sends one request for the toggle and, without a
 * toggle, one Query for the roles.
 */
export async function isFeatureOn(
  scope: TenantScope,
  name: string,
  features: FeatureTitles,
): Promise<boolean> {
  const toggle = (await findStoredValues(scope, [name])).get(name);
  if (toggle?.type === 'boolean') {
    const [evaluation] = await evaluateAll([toggle], ownContext(scope, undefined, Date.now()));
    return evaluation?.value === true;
  }
  return isGranted(name, await listGrants(scope), features);
}
