/** The policy of users who run the deploy command: sufficient, and limited to their stage. */
import { expect, it } from 'vitest';
import { operatorStatements } from '../../../lib/deploy/operator-policy.ts';
import { authorize } from '../../../lib/local/gateway/iam.ts';

const statements = operatorStatements('dev');
const isAllowed = (action: string, resource: string) =>
  authorize({ statements, action, resource: `arn:aws:${resource}`, context: {} }).allowed;
const stack = (name: string) => `cloudformation:eu-west-1:111122223333:stack/${name}/1`;

it.each([
  ['sts:AssumeRole', 'iam::111122223333:role/cdk-hnb659fds-deploy-role-111122223333-eu-west-1'],
  ['cloudformation:DescribeStacks', 'cloudformation:eu-west-1:111122223333:stack/*/*'],
  ['cloudformation:GetTemplate', stack('PlatformModules-dev-data')],
  ['cloudformation:DeleteStack', stack('PlatformModules-dev-data')],
  ['s3:DeleteObjectVersion', 's3:::platform-modules-dev-files-111122223333-eu-west-1/a/b'],
  ['lambda:GetAccountSettings', 'lambda:eu-west-1:111122223333:*'],
])('allows %s', (action, resource) => {
  expect(isAllowed(action, resource)).toBe(true);
});

it.each([
  ['cloudformation:DeleteStack', stack('PlatformModules-prod-data')],
  ['cloudformation:DeleteStack', stack('Other-dev-data')],
  ['s3:DeleteObject', 's3:::platform-modules-prod-files-111122223333-eu-west-1/a'],
  ['s3:GetObject', 's3:::platform-modules-dev-files-111122223333-eu-west-1/a'],
  ['sts:AssumeRole', 'iam::111122223333:role/Administrator'],
  ['iam:CreateRole', 'iam::111122223333:role/cdk-x'],
])('denies %s on %s', (action, resource) => {
  expect(isAllowed(action, resource)).toBe(false);
});
