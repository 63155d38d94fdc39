/** Resource policies: what AWS services may do to a resource in their own name, and what a key's policy adds to IAM. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import type { PolicyStatement } from '../types.ts';
import type { Need } from './aws-service.ts';
import { authorize, type Decision } from './iam.ts';

/**
 * Decides whether the policy documents allow the action of a service such as `events.amazonaws.com`. Unreadable
 * statements refuse.
 */
export function authorizeService(documents: readonly unknown[], service: string, need: Need): Decision {
  const statements = documents.flatMap((document) => statementsFor(document, service));
  return authorize({ ...need, statements, context: { 'aws:SecureTransport': 'true', ...need.context } });
}

/**
 * Decides for a role in the resource's account. If the need has a key policy, that policy must allow the role itself
 * or the account; in the second case the role's own statements decide as well. Without a key policy the role's
 * statements decide alone. https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html
 */
export function authorizeUnderKeyPolicy(
  need: Need,
  roleArn: string,
  statements: readonly PolicyStatement[],
): Decision {
  const own = authorize({ ...need, statements });
  if (need.keyPolicy === undefined) return own;
  const account = `arn:aws:iam::${roleArn.split(':')[4]}:root`;
  const decideFor = (...principals: string[]): Decision =>
    authorize({ ...need, statements: statementsOf(need.keyPolicy, (one) => names(one, principals)) });
  const forRole = decideFor(roleArn, account);
  const denied = [own, forRole].find(({ matched }) => matched[0]?.Effect === 'Deny');
  if (denied !== undefined) return denied;
  const direct = decideFor(roleArn);
  if (direct.allowed) return direct;
  if (forRole.allowed) return own;
  return { allowed: false, matched: [], reason: forRole.reason.replace('identity-based', 'resource-based') };
}

/**
 * Decides for a role in the resource's account, by the role's statements together with the bucket's policy.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-policy-language-overview.html
 */
export function authorizeUnderBucketPolicy(
  need: Need,
  roleArn: string,
  statements: readonly PolicyStatement[],
): Decision {
  const forRole = statementsOf(need.bucketPolicy, (principal) => names(principal, [roleArn]));
  return authorize({ ...need, statements: [...statements, ...forRole] });
}

function names(principal: unknown, arns: readonly string[]): boolean {
  if (principal === '*') return true;
  const named = isRecord(principal) ? listOf(principal.AWS) : [];
  return named.some((one) => one === '*' || arns.includes(String(one)));
}

function statementsFor(document: unknown, service: string): PolicyStatement[] {
  return statementsOf(document, (principal) => concerns(principal, service));
}

function statementsOf(document: unknown, isMeant: (principal: unknown) => boolean): PolicyStatement[] {
  const statements = isRecord(document) ? listOf(document.Statement) : [];
  return statements.filter(isRecord).flatMap((statement) => {
    const { Effect, Principal, Action, Resource, Condition } = statement;
    if (!isMeant(Principal)) return [];
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
