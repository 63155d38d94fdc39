/** Resource policies: what an AWS service may do to a resource in its own name, not in a role's. */
import type { Need } from './aws-service.ts';
import { authorize, type Decision } from './iam.ts';
import { isRecord } from './intrinsics.ts';
import type { PolicyStatement } from './types.ts';

/**
 * Decides whether the policy documents let a service such as `events.amazonaws.com` do what it wants. Statements
 * that cannot be read refuse.
 */
export function authorizeService(documents: readonly unknown[], service: string, need: Need): Decision {
  const statements = documents.flatMap((document) => statementsFor(document, service));
  return authorize({ ...need, statements, context: { 'aws:SecureTransport': 'true', ...need.context } });
}

function statementsFor(document: unknown, service: string): PolicyStatement[] {
  const statements = isRecord(document) ? listOf(document.Statement) : [];
  return statements.filter(isRecord).flatMap((statement) => {
    const { Effect, Principal, Action, Resource, Condition } = statement;
    if (!concerns(Principal, service)) return [];
    if (Effect !== 'Allow' && Effect !== 'Deny') return [];
    return [
      {
        Effect,
        Action: listOf(Action).map(String),
        Resource: listOf(Resource).map(String),
        ...(isRecord(Condition) && { Condition: Condition as PolicyStatement['Condition'] & object }),
      },
    ];
  });
}

function concerns(principal: unknown, service: string): boolean {
  if (principal === '*') return true;
  if (!isRecord(principal)) return false;
  return listOf(principal.Service).includes(service) || listOf(principal.AWS).includes('*');
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
