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

export interface GrantUses {
  /**
   * Records an allowed action of a function and the statements that allowed it; no statements when only a resource
   * policy allowed it.
   */
  note(
    functionName: string,
    done: Pick<GrantUse, 'action' | 'resource'>,
    matched: readonly PolicyStatement[],
  ): void;
  all(): GrantUse[];
}

/**
 * Starts empty. Of uses under the same grants only the first is stored: a function that writes objects uses its grant
 * on many resources.
 */
export function createGrantUses(): GrantUses {
  const uses = new Map<string, GrantUse>();
  // The last recorded use per action and resource, because most calls repeat the previous one.
  const noted = new LRUCache<string, readonly PolicyStatement[]>({ max: 10_000 });
  return {
    note(functionName, { action, resource }, matched) {
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
    all: () => [...uses.values()],
  };
}

/**
 * Compares the Allow statements of all roles of functions and tasks with the uses. Returns each granted (action,
 * resource) pair without a use. Throws for a role that the template lacks.
 */
export function auditGrants(app: ResolvedApp, used: readonly GrantUse[]): { unused: GrantUse[] } {
  const usesOf = Map.groupBy(used, (use) => use.functionName);
  const unused: GrantUse[] = [];
  const functions = app.ofType('AWS::Lambda::Function').map(({ physicalId, properties }) => ({
    name: physicalId,
    roles: [String(properties.Role)],
  }));
  const tasks = app.ofType('AWS::ECS::TaskDefinition').map(({ properties }) => ({
    name: String(properties.Family),
    roles: [String(properties.TaskRoleArn), String(properties.ExecutionRoleArn)],
  }));
  for (const { name, roles } of [...functions, ...tasks]) {
    const uses = usesOf.get(name) ?? [];
    for (const grant of roles.flatMap((role) => grantsOf(app, name, role))) {
      const needed = uses.some(
        (use) =>
          use.statement === grant.statement &&
          matchesAction(grant.action, use.action) &&
          matchesPattern(grant.resource, use.resource),
      );
      if (!needed) unused.push(grant);
    }
  }
  return { unused };
}

function grantsOf(app: ResolvedApp, functionName: string, roleArn: string): GrantUse[] {
  const pairs = new Map<string, GrantUse>();
  for (const granted of statementsOfRole(app, roleArn)) {
    if (granted.Effect !== 'Allow') continue;
    const statement = statementText(granted);
    for (const action of [granted.Action].flat()) {
      for (const resource of [granted.Resource].flat()) {
        pairs.set(`${action} ${resource} ${statement}`, { functionName, action, resource, statement });
      }
    }
  }
  return [...pairs.values()];
}
