/** Is something that names a feature wanted in a tenant? Jobs ask this before they run. */
import { features } from '../../catalog/features.ts';
import { grants } from '../../kernel/auth/features.ts';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { listGrants } from '../identity/public.ts';
import { findStoredValues } from './check-store.ts';
import { evaluateAll, ownContext } from './evaluation-service.ts';

/**
 * Does any of the grants give the feature? A wildcard stands for the features there are: `*` must not make a
 * unknown name of a feature.
 */
export function isGranted(feature: string, granted: readonly string[]): boolean {
  const isKnown = Object.hasOwn(features, feature);
  return granted.some((grant) => grant === feature || (isKnown && grants(grant, feature)));
}

/**
 * Is the named feature on in the tenant? A boolean toggle of this identifier decides, by the tenant's own value
 * or its default (null is off); where there is none, the feature is on when a role of the tenant grants it.
 * One DynamoDB request for the toggle and, without a toggle, one Query for the roles.
 */
export async function isFeatureOn(scope: TenantScope, name: string): Promise<boolean> {
  const toggle = (await findStoredValues(scope, [name])).get(name);
  if (toggle?.type === 'boolean') {
    const [evaluation] = await evaluateAll([toggle], ownContext(scope, undefined, Date.now()));
    return evaluation?.value === true;
  }
  return isGranted(name, await listGrants(scope));
}
