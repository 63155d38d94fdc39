/** The policy of the role with which CloudFormation deploys one stage: minimal for its templates. */
import { stackName } from '../aws/names.ts';
import { permissions, type StageNames } from './permissions.ts';
import type { Template } from './templates.ts';

export interface PolicyStatement {
  Effect: 'Allow';
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string[]>>;
}

export interface PolicyDocument {
  Version: '2012-10-17';
  Statement: PolicyStatement[];
}

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
const maxPolicyCharacters = 6_144;
/**
 * CloudFormation shortens the role names that it generates to 64 characters; at least this part of the stack's name
 * remains, followed by a hyphen.
 */
const sureStackCharacters = 23;

function namesOf(stage: string): StageNames {
  const stack = stackName(stage, '');
  return {
    stage,
    platform: `platform-modules-${stage}`,
    short: `pm-${stage}`,
    // Of a long stage name, only this part is common to shortened and complete names.
    stackPrefix: stack.length <= sureStackCharacters + 1 ? stack : stack.slice(0, sureStackCharacters),
  };
}

/** The statements, one for each set of resources. Throws for a resource type that `permissions` does not contain. */
export function deploymentStatements(templates: readonly Template[], stage: string): PolicyStatement[] {
  const names = namesOf(stage);
  const types = new Set(
    templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
  );
  const actionsOn = new Map<string, Set<string>>();
  const receivers = new Set<string>();
  for (const type of [...types].toSorted()) {
    const permission = permissions[type];
    if (permission === undefined) throw new Error(`lib/deploy/permissions.ts has no permissions for ${type}`);
    const add = (resources: readonly string[], actions: readonly string[]): void => {
      if (actions.length === 0) return;
      const key = JSON.stringify(resources);
      actionsOn.set(key, new Set([...(actionsOn.get(key) ?? []), ...actions]));
    };
    add(
      permission.on(names).map((one) => (one === '*' ? one : `arn:*:${one}`)),
      permission.actions,
    );
    add(['*'], permission.anywhere ?? []);
    for (const service of permission.passedTo ?? []) receivers.add(service);
  }
  const statements: PolicyStatement[] = [...actionsOn].map(([key, actions]) => ({
    Effect: 'Allow',
    Action: [...actions].toSorted(),
    Resource: JSON.parse(key) as string[],
  }));
  // CloudFormation reads the functions' code from CDK's bootstrap bucket.
  statements.push({ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:*:s3:::cdk-*-assets-*/*'] });
  statements.push({
    Effect: 'Allow',
    Action: ['ssm:GetParameters'],
    Resource: ['arn:*:ssm:*:*:parameter/cdk-bootstrap/*'],
  });
  // Stacks read outputs of these two by `Fn::GetStackOutput`.
  statements.push({
    Effect: 'Allow',
    Action: ['cloudformation:DescribeStacks'],
    Resource: ['data', 'edge'].map((part) => `arn:*:cloudformation:*:*:stack/${stackName(stage, part)}/*`),
  });
  if (receivers.size > 0)
    statements.push({
      Effect: 'Allow',
      Action: ['iam:PassRole'],
      Resource: [`arn:*:iam::*:role/${names.stackPrefix}*`, `arn:*:iam::*:role/${names.platform}-*`],
      Condition: { StringEquals: { 'iam:PassedToService': [...receivers].toSorted() } },
    });
  return statements;
}

/** The statements as managed policies within IAM's size limit. */
export function deploymentPolicies(templates: readonly Template[], stage: string): PolicyDocument[] {
  const documents: PolicyDocument[] = [];
  for (const statement of deploymentStatements(templates, stage)) {
    const last = documents.at(-1);
    const together: PolicyDocument = {
      Version: '2012-10-17',
      Statement: [...(last?.Statement ?? []), statement],
    };
    if (last !== undefined && JSON.stringify(together).length <= maxPolicyCharacters)
      documents[documents.length - 1] = together;
    else documents.push({ Version: '2012-10-17', Statement: [statement] });
  }
  return documents;
}
