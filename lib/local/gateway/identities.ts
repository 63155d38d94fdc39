/** The identities that sign AWS calls, and their grants from the template. */

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { linked } from '../cloudformation/properties.ts';
import type { AwsIdentity, IdentityRegistry, PolicyStatement, ResolvedApp } from '../types.ts';
import type { ConditionContext } from './iam.ts';
import { statementsOf } from './policy-document.ts';
import { authorizeService } from './resource-policy.ts';

/** ARN of the account's root: an identity with this `roleArn` is metered but not restricted by IAM. */
export const administratorArn = 'arn:aws:iam::000000000000:root';

/** Starts an empty registry of identities, indexed by access key id. */
export function createIdentityRegistry(): IdentityRegistry {
  const identities = new Map<string, AwsIdentity>();
  // In AWS, a role's credentials outlive the function instance that received them.
  const gone = new LRUCache<string, AwsIdentity>({ max: 2_000 });
  return {
    register: (identity) => void identities.set(identity.accessKeyId, identity),
    revoke(accessKeyId) {
      const identity = identities.get(accessKeyId);
      if (identity === undefined) return;
      identities.delete(accessKeyId);
      gone.set(accessKeyId, identity);
    },
    find: (accessKeyId) => identities.get(accessKeyId),
    findSigner: (accessKeyId) => identities.get(accessKeyId) ?? gone.get(accessKeyId),
  };
}

/** New credentials. AWS begins the ids of temporary ones with ASIA, those of others with AKIA. */
export function newKeys(prefix: 'AKIA' | 'ASIA'): Pick<AwsIdentity, 'accessKeyId' | 'secretAccessKey'> {
  return {
    accessKeyId: `${prefix}${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString('hex'),
  };
}

/** Creates an identity without restrictions, for tests, seeding and the developer. */
export function createAdministrator(name = 'administrator'): AwsIdentity {
  return {
    ...newKeys('AKIA'),
    name,
    roleArn: administratorArn,
    statements: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
    phase: 'busy',
  };
}

/**
 * Returns every statement of a role: inline and of attached `AWS::IAM::Policy`. Throws when the app has no such role, or
 * when it has managed policies or statements that are not supported.
 */
export function statementsOfRole(app: ResolvedApp, roleArn: string): PolicyStatement[] {
  const { properties, physicalId, logicalId, stack } = linked(app, 'AWS::IAM::Role', roleArn);
  const owner = `role ${logicalId} of ${stack}`;
  const attachedOf = (type: string) =>
    app
      .ofType(type)
      .map((policy) => policy.properties)
      .filter(({ Roles }) => [Roles].flat().includes(physicalId));
  const managed = [properties.ManagedPolicyArns ?? [], attachedOf('AWS::IAM::ManagedPolicy')].flat();
  if (managed.length > 0)
    throw new Error(`${owner}: managed policies are not supported: ${JSON.stringify(managed)}`);
  const attached = attachedOf('AWS::IAM::Policy');
  return [properties.Policies ?? [], attached]
    .flat()
    .flatMap((policy) => statementsOf(isRecord(policy) ? policy.PolicyDocument : undefined, owner));
}

/**
 * Whether the role's trust policy lets a service such as `lambda.amazonaws.com` assume it. `context` holds the
 * service's condition keys, such as `aws:SourceArn`.
 */
export function roleTrusts(
  app: ResolvedApp,
  roleArn: string,
  servicePrincipal: string,
  context: ConditionContext = {},
): boolean {
  const { AssumeRolePolicyDocument } = linked(app, 'AWS::IAM::Role', roleArn).properties;
  const need = { action: 'sts:AssumeRole', resource: roleArn, context };
  return authorizeService([AssumeRolePolicyDocument], servicePrincipal, need).allowed;
}
