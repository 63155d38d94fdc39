/** Audits least privilege: finds grants of the template's functions that were never used. */

import { LRUCache } from 'lru-cache';
import type { PolicyStatement, ResolvedApp } from '../types.ts';
import { matchesAction, matchesPattern } from './iam.ts';
import { statementsOfRole } from './identities.ts';

/** A used grant, or a grant as the template has it (action and resource may then contain wildcards). */
export interface GrantUse {
  functionName: string;
  action: string;
  resource: string;
  /** The policy statement that allowed the call; if several did, each is a use. */
  statement: string;
}

const texts = new WeakMap<PolicyStatement, string>();

/** Canonical text of a statement, so that uses and grants can be compared. */
export function statementText(statement: PolicyStatement | undefined): string {
  if (statement === undefined) return 'null';
  const text = texts.get(statement) ?? JSON.stringify(statement);
  texts.set(statement, text);
  return text;
}

/**
 * Starts empty. Of uses under the same grants only the first is stored: a function that writes objects uses its grant
 * on many resources.
 */
export function createGrantUses() {
  const uses = new Map<string, GrantUse>();
  // The last recorded use per action and resource, because most calls repeat the previous one.
  const noted = new LRUCache<string, readonly PolicyStatement[]>({ max: 10_000 });
  return {
    /**
     * Records an allowed action of a function and the statements that allowed it; no statements when only a resource
     * policy allowed it.
     */
    note(
      functionName: string,
      { action, resource }: Pick<GrantUse, 'action' | 'resource'>,
      matched: readonly PolicyStatement[],
    ): void {
      const call = `${functionName} ${action} ${resource}`;
      const last = noted.get(call);
      if (last?.length === matched.length && last.every((one, index) => one === matched[index])) return;
      noted.set(call, matched);
      for (const one of matched.length === 0 ? [undefined] : matched) {
        const statement = statementText(one);
        const granted = [one?.Resource ?? []].flat().filter((pattern) => matchesPattern(pattern, resource));
        const key = [functionName, action, statement, ...granted].join(' ');
        if (!uses.has(key)) uses.set(key, { functionName, action, resource, statement });
      }
    },
    all: (): GrantUse[] => [...uses.values()],
  };
}

/**
 * Compares the Allow statements of all roles of functions and tasks with the uses. Returns each granted (action,
 * resource) pair without a use. Throws for a role that the template lacks.
 */
export function auditGrants(app: ResolvedApp, used: readonly GrantUse[]): { unused: GrantUse[] } {
  const functions = app
    .ofType('AWS::Lambda::Function')
    .flatMap(({ physicalId, properties: { Role } }) => grantsOf(app, physicalId, Role));
  const tasks = app
    .ofType('AWS::ECS::TaskDefinition')
    .flatMap(({ properties: { Family, TaskRoleArn, ExecutionRoleArn } }) =>
      [TaskRoleArn, ExecutionRoleArn].flatMap((role) => grantsOf(app, String(Family), role)),
    );
  const isUsed = (grant: GrantUse): boolean =>
    used.some(
      (use) =>
        use.functionName === grant.functionName &&
        use.statement === grant.statement &&
        matchesAction(grant.action, use.action) &&
        matchesPattern(grant.resource, use.resource),
    );
  return { unused: [...functions, ...tasks].filter((grant) => !isUsed(grant)) };
}

/** Each (action, resource) pair of the Allow statements of a role. */
function grantsOf(app: ResolvedApp, functionName: string, roleArn: unknown): GrantUse[] {
  return statementsOfRole(app, String(roleArn))
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap((granted) =>
      [granted.Action].flat().flatMap((action) =>
        [granted.Resource].flat().map((resource) => {
          return { functionName, action, resource, statement: statementText(granted) };
        }),
      ),
    );
}
