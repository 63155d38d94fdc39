/** Resource policies: what AWS services may do to a resource in their own name, and what they add to a role's IAM. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { PolicyStatement } from '../types.ts';
import type { Need } from './aws-service.ts';
import { authorize, type Decision } from './iam.ts';
import { statementsOf } from './policy-document.ts';

/** Decides whether the policy documents allow the action of a service such as `events.amazonaws.com`. */
export function authorizeService(documents: readonly unknown[], service: string, need: Need): Decision {
  const statements = documents.flatMap((document) => statementsFor([service], document, need));
  return authorize({ ...need, statements });
}

/** Returns why policy documents do not allow a service to act for a source; undefined when they do. */
export function serviceDenial(
  documents: readonly unknown[],
  service: string,
  { action, resource, sourceArn }: { action: string; resource: string; sourceArn: string },
): string | undefined {
  const context = { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': sourceArn.split(':')[4] ?? '' };
  const { allowed, reason } = authorizeService(documents, service, { action, resource, context });
  return allowed ? undefined : `${service} may not ${action} on ${resource} ${reason}`;
}

/**
 * Decides for a role in the resource's account, by the role's statements together with the resource's policy. Without
 * a policy the role's statements decide alone. A bucket's policy may also allow alone; a key's policy must allow the
 * role itself, or the account, and in the second case the role's statements must allow as well.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-policy-language-overview.html
 * https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html
 */
export function authorizeRole(need: Need, roleArn: string, statements: readonly PolicyStatement[]): Decision {
  const own = authorize({ ...need, statements });
  const policy = need.keyPolicy ?? need.bucketPolicy;
  if (policy === undefined) return own;
  const decideFor = (...principals: string[]): Decision =>
    authorize({ ...need, statements: statementsFor(principals, policy, need) });
  const direct = decideFor(roleArn);
  const delegated = decideFor(roleArn, `arn:aws:iam::${roleArn.split(':')[4]}:root`);
  const denied = [own, delegated].find(({ matched }) => matched[0]?.Effect === 'Deny');
  if (denied !== undefined) return denied;
  if (direct.allowed && !own.allowed) return direct;
  if (need.keyPolicy === undefined || delegated.allowed) return own;
  return { ...delegated, reason: delegated.reason.replace('identity-based', 'resource-based') };
}

/** By document and principals: one list object for all calls, so that its decisions are cached. */
const lists = new WeakMap<object, Map<string, PolicyStatement[]>>();

/** Returns the statements that name one of the principals, or all. */
function statementsFor(
  principals: readonly string[],
  document: unknown,
  { resource }: Need,
): PolicyStatement[] {
  if (!isRecord(document)) return [];
  const known = lists.get(document) ?? new Map<string, PolicyStatement[]>();
  lists.set(document, known);
  const name = principals.join(' ');
  const found =
    known.get(name) ??
    statementsOf(document, `the policy of ${resource}`).filter(({ Principal = [] }) =>
      Principal.some((one) => one === '*' || principals.includes(one)),
    );
  known.set(name, found);
  return found;
}
