/** The identities that sign AWS calls, and their grants from the template. */

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { AwsIdentity, IdentityRegistry, PolicyStatement, ResolvedApp, Resource } from '../types.ts';
import { authorize, type ConditionContext } from './iam.ts';

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

/** Creates an identity without restrictions, for tests, seeding and the developer. */
export function createAdministrator(name = 'administrator'): AwsIdentity {
  return {
    accessKeyId: `AKIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString('hex'),
    name,
    roleArn: administratorArn,
    statements: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
    phase: 'busy',
  };
}

/** The grants of AWS-managed policies that roles of functions may name. */
const awsManagedPolicies: Record<string, PolicyStatement[]> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': [
    {
      Effect: 'Allow',
      Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: '*',
    },
  ],
};

/**
 * Returns every statement of a role: inline, attached `AWS::IAM::Policy`, and managed policies. Throws when the app
 * has no such role, or when a policy uses `NotAction`, `NotResource` or an unknown managed policy.
 */
export function statementsOfRole(app: ResolvedApp, roleArn: string): PolicyStatement[] {
  const role = roleOf(app, roleArn);
  const inline = listOf(role.properties.Policies).map((policy) => field(policy, 'PolicyDocument'));
  const attached = [...app.ofType('AWS::IAM::Policy'), ...app.ofType('AWS::IAM::ManagedPolicy')]
    .filter((policy) => listOf(policy.properties.Roles).includes(role.physicalId))
    .map((policy) => policy.properties.PolicyDocument);
  const managed = listOf(role.properties.ManagedPolicyArns).flatMap((arn) =>
    managedPolicy(app, role, String(arn)),
  );
  return [...[...inline, ...attached].flatMap((document) => statementsOf(document, role)), ...managed];
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
  const document = roleOf(app, roleArn).properties.AssumeRolePolicyDocument;
  const statements = listOf(field(document, 'Statement')).filter(
    (statement) =>
      listOf(field(statement, 'Action')).includes('sts:AssumeRole') &&
      listOf(field(field(statement, 'Principal'), 'Service')).includes(servicePrincipal),
  );
  if (statements.some((one) => field(one, 'Effect') === 'Deny')) return false;
  const allows = statements.map((one): PolicyStatement => {
    const condition = field(one, 'Condition');
    return {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Resource: roleArn,
      ...(isRecord(condition) ? { Condition: conditionOf(condition) } : {}),
    };
  });
  return authorize({ statements: allows, action: 'sts:AssumeRole', resource: roleArn, context }).allowed;
}

function roleOf(app: ResolvedApp, roleArn: string): Resource {
  const role = app.ofType('AWS::IAM::Role').find((candidate) => candidate.arn === roleArn);
  if (role === undefined) throw new Error(`the template has no role ${roleArn}`);
  return role;
}

function managedPolicy(app: ResolvedApp, role: Resource, arn: string): PolicyStatement[] {
  const known = awsManagedPolicies[arn];
  if (known !== undefined) return known;
  const own = app.ofType('AWS::IAM::ManagedPolicy').find((policy) => policy.physicalId === arn);
  if (own !== undefined) return statementsOf(own.properties.PolicyDocument, role);
  throw new Error(
    `role ${role.logicalId} of ${role.stack} uses the managed policy ${arn}, which is unknown here`,
  );
}

function statementsOf(document: unknown, role: Resource): PolicyStatement[] {
  return listOf(field(document, 'Statement')).map((statement) => {
    const { Effect, Action, Resource, Condition } = isRecord(statement) ? statement : {};
    if ((Effect !== 'Allow' && Effect !== 'Deny') || Action === undefined || Resource === undefined) {
      const text = JSON.stringify(statement);
      throw new Error(
        `role ${role.logicalId} of ${role.stack}: a statement needs Effect, Action and Resource: ${text}`,
      );
    }
    return {
      Effect,
      Action: listOf(Action).map(String),
      Resource: listOf(Resource).map(String),
      ...(isRecord(Condition) ? { Condition: conditionOf(Condition) } : {}),
    };
  });
}

/** Templates write condition values as text, booleans or numbers; IAM compares text. */
function conditionOf(condition: Record<string, unknown>): Record<string, Record<string, string[]>> {
  return mapValues(condition, (keys) =>
    mapValues(isRecord(keys) ? keys : {}, (values) => listOf(values).map(String)),
  );
}

function mapValues<T>(record: Record<string, unknown>, convert: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
