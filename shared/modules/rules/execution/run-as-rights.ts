/** The current rights of the users and keys that the rules of one execution run as. */

import { confinedTo } from '../../../kernel/auth/run-as.ts';
import { hasFeature, type Principal } from '../../../kernel/base/principal.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { currentRunAs } from '../../identity/public.ts';
import type { RuleHead } from '../authoring/rule-head.ts';

/** Whether the user or key that a rule runs as has a feature now, where the rule is. */
export type RightsCheck = (rule: Pick<RuleHead, 'runAs'>, feature: string) => Promise<boolean>;

const keyOf = ({ subject, tenantId }: RuleHead['runAs']): string => `${tenantId} ${subject}`;

/**
 * The check of one execution. Reads each user or key once, on demand: rules without effects cost nothing, nor do rules of
 * the caller, whose rights the request has read.
 */
export function createRightsCheck(
  scope: RowScope,
  caller: Principal | undefined,
  nowMs: number,
): RightsCheck {
  const cachedPrincipals = new Map<string, Promise<Principal | undefined>>();
  if (caller !== undefined) cachedPrincipals.set(keyOf(caller), Promise.resolve(confinedTo(scope, caller)));
  return async ({ runAs }, feature) => {
    const reading = cachedPrincipals.get(keyOf(runAs)) ?? currentRunAs(runAs, scope, nowMs);
    cachedPrincipals.set(keyOf(runAs), reading);
    const principal = await reading;
    return principal !== undefined && hasFeature(principal, feature);
  };
}
