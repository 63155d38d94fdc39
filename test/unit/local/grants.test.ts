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
  const wide = {
    Effect: 'Allow' as const,
    Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    Resource: ['table/a', 'table/a/index/*'],
  };
  const narrow = {
    Effect: 'Allow' as const,
    Action: ['dynamodb:GetItem'],
    Resource: ['table/a'],
    Condition: {},
  };
  const role = inline([wide, narrow, { Effect: 'Deny', Action: 's3:*', Resource: '*' }]);
  const [fromWide, fromNarrow] = [statementText(wide), statementText(narrow)];

  it('returns each granted pair that the function never used', () => {
    const used = [
      { functionName: 'f', action: 'dynamodb:GetItem', resource: 'table/a', statement: fromWide },
      { functionName: 'f', action: 'dynamodb:GetItem', resource: 'table/a', statement: fromNarrow },
      { functionName: 'f', action: 'dynamodb:GetItem', resource: 'table/a/index/gsi1', statement: fromWide },
      { functionName: 'g', action: 'dynamodb:PutItem', resource: 'table/a', statement: fromWide },
    ];
    expect(auditGrants(app(role), used).unused).toEqual([
      { functionName: 'f', action: 'dynamodb:PutItem', resource: 'table/a', statement: fromWide },
      { functionName: 'f', action: 'dynamodb:PutItem', resource: 'table/a/index/*', statement: fromWide },
    ]);
  });

  it('counts a call for every statement that allows it', () => {
    const uses = createGrantUses();
    uses.note('f', { action: 'dynamodb:GetItem', resource: 'table/a' }, [narrow, wide]);
    const unused = auditGrants(app(role), uses.all()).unused;
    expect(unused.map(({ action, resource, statement }) => [action, resource, statement])).toEqual([
      ['dynamodb:GetItem', 'table/a/index/*', fromWide],
      ['dynamodb:PutItem', 'table/a', fromWide],
      ['dynamodb:PutItem', 'table/a/index/*', fromWide],
    ]);
  });

  it('does not count a call for a wider statement if only a narrower one allows it', () => {
    const used = [
      { functionName: 'f', action: 'dynamodb:GetItem', resource: 'table/a', statement: fromNarrow },
    ];
    const unused = auditGrants(app(role), used).unused.map(({ action, statement }) => [action, statement]);
    expect(unused).toContainEqual(['dynamodb:GetItem', fromWide]);
    expect(unused).not.toContainEqual(['dynamodb:GetItem', fromNarrow]);
  });
});

describe('statementsOfRole', () => {
  it('collects inline and attached policies', () => {
    const statement = {
      Effect: 'Allow',
      Action: 's3:GetObject',
      Resource: '*',
      Condition: { Bool: { k: true } },
    };
    const attached = aResource('AWS::IAM::Policy', 'p', 'arn:p', {
      Roles: ['r'],
      PolicyDocument: { Statement: statement },
    });
    const foreign = aResource('AWS::IAM::Policy', 'q', 'arn:q', {
      Roles: ['x'],
      PolicyDocument: { Statement: statement },
    });
    const role = inline({ Effect: 'Deny', Action: '*', Resource: '*' });
    const statements = statementsOfRole(app(role, [attached, foreign]), roleArn);
    expect(statements.map(({ Effect, Action }) => [Effect, Action])).toEqual([
      ['Deny', ['*']],
      ['Allow', ['s3:GetObject']],
    ]);
    expect(statements[1]?.Condition).toEqual({ Bool: { k: ['true'] } });
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
    expect(uses.all().map(({ functionName, resource: used }) => [functionName, used])).toEqual([
      ['f', 'files/0'],
      ['f', 'files/kept/1'],
      ['g', 'files/1'],
    ]);
  });

  it('are sufficient for the audit', () => {
    const uses = createGrantUses();
    uses.note('f', put('files/1'), [files]);
    expect(auditGrants(app(inline(files)), uses.all()).unused.map(({ resource: unused }) => unused)).toEqual([
      'files/kept/*',
    ]);
    uses.note('f', put('files/kept/1'), [files]);
    expect(auditGrants(app(inline(files)), uses.all()).unused).toEqual([]);
  });

  it('are kept if only a resource policy allows them', () => {
    const uses = createGrantUses();
    uses.note('f', put('files/1'), []);
    expect(uses.all()).toMatchObject([{ functionName: 'f', resource: 'files/1', statement: 'null' }]);
  });
});

describe('roleTrusts', () => {
  it.each<[string, object, boolean]>([
    ['the service', trust('lambda.amazonaws.com'), true],
    ['another service', trust('scheduler.amazonaws.com'), false],
    [
      'the service under a condition',
      trust('lambda.amazonaws.com', { Condition: { Bool: { k: 'true' } } }),
      false,
    ],
    ['unknown', {}, false],
  ])('%s → %s', (_, AssumeRolePolicyDocument, expected) => {
    expect(roleTrusts(app({ AssumeRolePolicyDocument }), roleArn, 'lambda.amazonaws.com')).toBe(expected);
  });
});
