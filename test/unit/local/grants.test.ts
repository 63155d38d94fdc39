import { describe, expect, it } from 'vitest';
import { auditGrants, createGrantUses, statementText } from '../../../lib/local/gateway/grants.ts';
import { roleTrusts, statementsOfRole } from '../../../lib/local/gateway/identities.ts';
import type { Resource } from '../../../lib/local/types.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

const roleArn = 'arn:aws:iam::000000000000:role/r';
const trust = (Service: string, more: object = {}) => ({
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service }, ...more }],
});

/** An app with one function whose role has the given properties, and the given separate policies. */
const app = (role: object, policies: Resource[] = []) =>
  resolvedApp(
    aResource('AWS::IAM::Role', 'r', roleArn, role),
    aResource('AWS::Lambda::Function', 'f', 'arn:f', { Role: roleArn }),
    ...policies,
  );

const inline = (Statement: unknown) => ({ Policies: [{ PolicyName: 'p', PolicyDocument: { Statement } }] });

describe('auditGrants', () => {
  const [read, write] = ['dynamodb:GetItem', 'dynamodb:PutItem'] as const;
  const wide = { Effect: 'Allow' as const, Action: [read, write], Resource: ['table/a', 'table/a/index/*'] };
  const narrow = { Effect: 'Allow' as const, Action: [read], Resource: ['table/a'], Condition: {} };
  const role = inline([wide, narrow, { Effect: 'Deny', Action: 's3:*', Resource: '*' }]);
  const [fromWide, fromNarrow] = [statementText(wide), statementText(narrow)];

  const use = (action: string, resource: string, statement = fromWide, functionName = 'f') => ({
    ...{ functionName, action, resource, statement },
  });

  it('returns each granted pair that the function never used', () => {
    const used = [
      use(read, 'table/a'),
      use(read, 'table/a', fromNarrow),
      use(read, 'table/a/index/gsi1'),
      use(write, 'table/a', fromWide, 'g'),
    ];
    const unused = [use(write, 'table/a'), use(write, 'table/a/index/*')];
    expect(auditGrants(app(role), used).unused).toEqual(unused);
  });

  it('counts a call for every statement that allows it', () => {
    const uses = createGrantUses();
    uses.note('f', { action: read, resource: 'table/a' }, [narrow, wide]);
    const unused = [use(read, 'table/a/index/*'), use(write, 'table/a'), use(write, 'table/a/index/*')];
    expect(auditGrants(app(role), uses.all()).unused).toEqual(unused);
  });

  it('does not count a call for a wider statement if only a narrower one allows it', () => {
    const { unused } = auditGrants(app(role), [use(read, 'table/a', fromNarrow)]);
    expect(unused).toContainEqual(use(read, 'table/a'));
    expect(unused).not.toContainEqual(use(read, 'table/a', fromNarrow));
  });
});

describe('statementsOfRole', () => {
  it('collects inline and attached policies', () => {
    const Condition = { Bool: { k: true } };
    const Statement = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*', Condition };
    const [attached, foreign] = ['r', 'x'].map((name) =>
      aResource('AWS::IAM::Policy', name, `arn:${name}`, { Roles: [name], PolicyDocument: { Statement } }),
    ) as [Resource, Resource];
    const role = inline({ Effect: 'Deny', Action: '*', Resource: '*' });
    expect(statementsOfRole(app(role, [attached, foreign]), roleArn)).toMatchObject([
      { Effect: 'Deny', Action: ['*'] },
      { Effect: 'Allow', Action: ['s3:GetObject'], Condition: { Bool: { k: ['true'] } } },
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['NotAction', inline({ Effect: 'Allow', NotAction: 's3:*', Resource: '*' })],
    ['AdministratorAccess', { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] }],
  ])('refuses unsupported grants: %s', (name, role) => {
    expect(() => statementsOfRole(app(role), roleArn)).toThrow(name);
  });

  it('refuses a managed policy that names the role', () => {
    const policy = aResource('AWS::IAM::ManagedPolicy', 'm', 'arn:m', { Roles: ['r'], PolicyDocument: {} });
    expect(() => statementsOfRole(app({}, [policy]), roleArn)).toThrow('managed policies are not supported');
  });
});

describe('the uses of grants', () => {
  const files = { Effect: 'Allow' as const, Action: ['s3:PutObject'], Resource: ['files/*', 'files/kept/*'] };
  const put = (resource: string) => ({ action: 's3:PutObject', resource });

  it('are one for any number of objects, and one more for an overlapping grant', () => {
    const uses = createGrantUses();
    for (let count = 0; count < 1_000; count++) uses.note('f', put(`files/${count}`), [files]);
    uses.note('f', put('files/kept/1'), [files]);
    uses.note('g', put('files/1'), [files]);
    const used = uses.all().map(({ functionName, resource }) => `${functionName} ${resource}`);
    expect(used).toEqual(['f files/0', 'f files/kept/1', 'g files/1']);
  });

  it('are sufficient for the audit', () => {
    const uses = createGrantUses();
    uses.note('f', put('files/1'), [files]);
    const unused = () => auditGrants(app(inline(files)), uses.all()).unused.map(({ resource }) => resource);
    expect(unused()).toEqual(['files/kept/*']);
    uses.note('f', put('files/kept/1'), [files]);
    expect(unused()).toEqual([]);
  });

  it('are kept if only a resource policy allows them', () => {
    const uses = createGrantUses();
    uses.note('f', put('files/1'), []);
    expect(uses.all()).toMatchObject([{ functionName: 'f', resource: 'files/1', statement: 'null' }]);
  });
});

describe('roleTrusts', () => {
  const Condition = { Bool: { k: 'true' } };

  it.each<[string, object, boolean]>([
    ['the service', trust('lambda.amazonaws.com'), true],
    ['another service', trust('scheduler.amazonaws.com'), false],
    ['the service under a condition', trust('lambda.amazonaws.com', { Condition }), false],
    ['unknown', {}, false],
  ])('%s → %s', (_, AssumeRolePolicyDocument, expected) => {
    expect(roleTrusts(app({ AssumeRolePolicyDocument }), roleArn, 'lambda.amazonaws.com')).toBe(expected);
  });
});
