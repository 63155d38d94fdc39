/** Least privilege, measured: which grants of the template's functions were never needed. */
import { matchesAction, matchesPattern } from './iam.ts';
import { statementsOfRole } from './identities.ts';
import type { ResolvedApp } from './types.ts';

/** One grant as it was used, or as the template writes it (then action and resource may hold wildcards). */
export interface GrantUse {
  functionName: string;
  action: string;
  resource: string;
}

/**
 * Compares the Allow statements of every Lambda role with what the functions did. Answers each granted
 * (action, resource) pair that no use of its function falls under. Throws for a role the template lacks.
 */
export function auditGrants(app: ResolvedApp, used: readonly GrantUse[]): { unused: GrantUse[] } {
  const usesOf = Map.groupBy(used, (use) => use.functionName);
  const unused: GrantUse[] = [];
  for (const lambda of app.ofType('AWS::Lambda::Function')) {
    const uses = usesOf.get(lambda.physicalId) ?? [];
    for (const grant of grantsOf(app, lambda.physicalId, String(lambda.properties.Role))) {
      const needed = uses.some(
        (use) => matchesAction(grant.action, use.action) && matchesPattern(grant.resource, use.resource),
      );
      if (!needed) unused.push(grant);
    }
  }
  return { unused };
}

function grantsOf(app: ResolvedApp, functionName: string, roleArn: string): GrantUse[] {
  const pairs = new Map<string, GrantUse>();
  for (const { Effect, Action, Resource } of statementsOfRole(app, roleArn)) {
    if (Effect !== 'Allow') continue;
    for (const action of [Action].flat()) {
      for (const resource of [Resource].flat()) {
        pairs.set(`${action} ${resource}`, { functionName, action, resource });
      }
    }
  }
  return [...pairs.values()];
}
