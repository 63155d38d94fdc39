/** The policy of the deployment role: it allows what the templates need, on the stage's own resources only. */
import { describe, expect, it } from 'vitest';
import { permissions } from '../../lib/deploy/permissions.ts';
import { deploymentPolicies, deploymentStatements } from '../../lib/deploy/policy.ts';
import { authorize } from '../../lib/local/gateway/iam.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { type Synthesized, synthesize } from '../support/runtime/template.ts';

const templatesOf = (app: Synthesized) =>
  app.stacks.map(({ resources }) => ({
    Resources: Object.fromEntries(resources.map(({ logicalId, type }) => [logicalId, { Type: type }])),
  }));
const templates = templatesOf(synthesize({ stage: 'prod', options: everythingOn }));
const policies = deploymentPolicies(templates, 'prod');
const statements = deploymentStatements(templates, 'prod');
const decide = (action: string, resource: string, context = {}) =>
  authorize({ statements, action, resource: `arn:aws:${resource}`, context }).allowed;

/** A resource of the account. */
const own = (service: string, resource: string, region = 'eu-west-1') =>
  `${service}:${region}:111122223333:${resource}`;

describe('the deployment policy', () => {
  it('lists the actions of exactly the resource types in the templates', () => {
    const used = new Set(
      templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
    );
    expect(Object.keys(permissions).filter((type) => !used.has(type))).toEqual([]);
    expect([...used].filter((type) => permissions[type] === undefined)).toEqual([]);
  });

  it('reports an unknown resource type', () => {
    const unknown = [{ Resources: { A: { Type: 'AWS::New::Thing' } } }];
    expect(() => deploymentPolicies(unknown, 'dev')).toThrow(/AWS::New::Thing/);
  });

  it('fits into the managed policies that IAM allows per role', () => {
    expect(policies.length).toBeLessThanOrEqual(10);
    for (const policy of policies) expect(JSON.stringify(policy).length).toBeLessThanOrEqual(6_144);
    expect(policies.flatMap(({ Statement }) => Statement)).toEqual(statements);
  });

  it.each([
    ['lambda:UpdateFunctionCode', own('lambda', 'function:pm-prod-rules-create-rule')],
    ['lambda:UpdateAlias', own('lambda', 'function:pm-prod-rules-create-rule:live')],
    ['dynamodb:UpdateTable', own('dynamodb', 'table/platform-modules-prod')],
    ['sqs:SetQueueAttributes', own('sqs', 'platform-modules-prod-jobs-dlq')],
    ['iam:PutRolePolicy', 'iam::111122223333:role/PlatformModules-prod-rules-createRuleHandlerRole-1ABC'],
    ['s3:PutLifecycleConfiguration', 's3:::platform-modules-prod-files-111122223333-eu-west-1'],
    ['secretsmanager:GetSecretValue', own('secretsmanager', 'secret:platform-modules/prod/origin/1-x')],
    ['codedeploy:CreateDeployment', own('codedeploy', 'deploymentgroup:PlatformModules-prod-r/pm')],
    ['cloudfront:UpdateDistribution', 'cloudfront::111122223333:distribution/E1'],
    ['ec2:DescribeInstances', own('ec2', 'instance/*')],
    ['ec2:DescribeNetworkInterfaces', own('ec2', 'network-interface/*')],
    ['cloudwatch:TagResource', 'cloudwatch::111122223333:dashboard/platform-modules-prod'],
    ['scheduler:DeleteSchedule', own('scheduler', 'schedule/platform-modules-prod-dynamic/job')],
    [
      'cloudformation:DescribeStacks',
      own('cloudformation', 'stack/PlatformModules-prod-edge/1', 'us-east-1'),
    ],
  ])('allows %s on its own resources', (action, resource) => {
    expect(decide(action, resource)).toBe(true);
  });

  it.each([
    ['another stage’s function', 'lambda:DeleteFunction', own('lambda', 'function:pm-dev-rules-create-rule')],
    ['another stage’s table', 'dynamodb:DeleteTable', 'dynamodb:eu-west-1:1:table/platform-modules-dev'],
    ['someone’s bucket', 's3:DeleteBucket', 's3:::other'],
    ['someone’s role', 'iam:PutRolePolicy', 'iam::1:role/Administrator'],
    ['someone’s secret', 'secretsmanager:GetSecretValue', 'secretsmanager:eu-west-1:1:secret:other-1'],
    ['what is in the table', 'dynamodb:GetItem', 'dynamodb:eu-west-1:1:table/platform-modules-prod'],
    ['what is in files', 's3:GetObject', 's3:::platform-modules-prod-files-1-eu-west-1/a'],
    ['messages', 'sqs:ReceiveMessage', 'sqs:eu-west-1:1:platform-modules-prod-jobs'],
    ['calling functions', 'lambda:InvokeFunction', 'lambda:eu-west-1:1:function:pm-prod-rules-create-rule'],
    ['using the key', 'kms:Decrypt', 'kms:eu-west-1:1:key/1'],
    ['users', 'iam:CreateUser', 'iam::1:user/x'],
  ])('denies %s', (_, action, resource) => {
    expect(decide(action, resource)).toBe(false);
  });

  it.each([
    ['prod', 'PlatformModules-prod-rules-createRuleHandlerRole-1ABC'],
    ['staging', 'PlatformModules-staging-rules-createRuleHandlerRole-1ABC'],
    ['production', 'PlatformModules-production-api-Rollout-1ABC'],
    // CloudFormation shortens the stack's name.
    ['production', 'PlatformModules-product-createRuleHandlerRole-1ABC'],
  ])('allows roles of %s by their generated name %s', (stage, name) => {
    const ofStage = deploymentStatements(templates, stage);
    const resource = `arn:aws:iam::111122223333:role/${name}`;
    for (const action of ['iam:CreateRole', 'iam:PassRole']) {
      const context = { 'iam:PassedToService': 'lambda.amazonaws.com' };
      expect(authorize({ statements: ofStage, action, resource, context }).allowed, action).toBe(true);
    }
  });

  it('passes roles to the services of the templates only', () => {
    const role = 'iam::111122223333:role/PlatformModules-prod-rules-x';
    expect(decide('iam:PassRole', role, { 'iam:PassedToService': 'lambda.amazonaws.com' })).toBe(true);
    expect(decide('iam:PassRole', role, { 'iam:PassedToService': 'ec2.amazonaws.com' })).toBe(false);
  });

  it('allows no whole service and no action by a wildcard', () => {
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });
});
