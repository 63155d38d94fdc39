import { describe, expect, it } from 'vitest';
import { authorize, type ConditionContext, matchesPattern } from '../../../lib/local/gateway/iam.ts';
import type { PolicyStatement } from '../../../lib/local/types.ts';

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';

function allow(parts: Partial<PolicyStatement> = {}): PolicyStatement {
  return { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: table, ...parts };
}

function deny(parts: Partial<PolicyStatement> = {}): PolicyStatement {
  return { ...allow(parts), Effect: 'Deny' };
}

function isAllowed(statements: PolicyStatement[], context?: ConditionContext): boolean {
  return authorize({ statements, action: 'dynamodb:GetItem', resource: table, ...(context && { context }) })
    .allowed;
}

describe('effects', () => {
  it.each<[string, PolicyStatement[], boolean]>([
    ['nothing granted', [], false],
    ['granted', [allow()], true],
    ['denied after an allow', [allow(), deny()], false],
    ['denied before an allow', [deny(), allow()], false],
    ['denied for another action', [allow(), deny({ Action: 'dynamodb:PutItem' })], true],
    ['granted for another resource', [allow({ Resource: `${table}2` })], false],
    ['granted in lists', [allow({ Action: ['s3:*', 'dynamodb:Get*'], Resource: ['x', table] })], true],
  ])('%s → %#', (_, statements, expected) => {
    expect(isAllowed(statements)).toBe(expected);
  });

  it('evaluates the conditions of each request, although it caches the relevant statements', () => {
    const statements = [allow({ Condition: { StringEquals: { 'dynamodb:Select': 'COUNT' } } })];
    const outcomes = ['COUNT', 'ALL_ATTRIBUTES', 'COUNT'].map((select) =>
      isAllowed(statements, { 'dynamodb:Select': select }),
    );
    expect(outcomes).toEqual([true, false, true]);
  });

  it('decides correctly for more resources than its cache holds', () => {
    const statements = [allow({ Resource: 'object/*7' })];
    const allowed = Array.from({ length: 2_500 }, (_, number) =>
      authorize({ statements, action: 'dynamodb:GetItem', resource: `object/${number % 1_250}` }),
    ).filter(({ allowed }) => allowed);
    expect(allowed).toHaveLength(250);
  });

  it('names every statement that allows an action, and the first that denies it', () => {
    const [narrow, wide, other] = [allow(), allow({ Resource: '*' }), allow({ Action: 'dynamodb:PutItem' })];
    const request = { action: 'dynamodb:GetItem', resource: table };
    expect(authorize({ ...request, statements: [narrow, other, wide] }).matched).toEqual([narrow, wide]);
    const denies = deny();
    expect(authorize({ ...request, statements: [narrow, denies, deny()] }).matched).toEqual([denies]);
    expect(authorize({ ...request, statements: [other] }).matched).toEqual([]);
  });

  it('names the action if no statement allows it, and the failed condition', () => {
    const statements = [allow({ Condition: { StringEquals: { 'aws:PrincipalAccount': '1' } } })];
    const { reason } = authorize({ statements, action: 'dynamodb:GetItem', resource: table });
    expect(reason).toContain('no identity-based policy allows the dynamodb:GetItem action');
    expect(reason).toContain('StringEquals aws:PrincipalAccount');
  });
});

describe('patterns', () => {
  it.each<[string, string, boolean]>([
    ['*', '', true],
    ['*', 'anything', true],
    ['a*c', 'abbbc', true],
    ['a*c', 'abbb', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a.c', 'abc', false],
    ['*b*b', 'abab', true],
    ['*/index/*', 'table/t/index/gsi1', true],
    ['A', 'a', false],
  ])('%s on "%s" → %s', (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected);
  });

  it('ignores case in actions and not in resources', () => {
    expect(isAllowed([allow({ Action: 'DynamoDB:getitem' })])).toBe(true);
    expect(isAllowed([allow({ Resource: table.toUpperCase() })])).toBe(false);
  });

  it('treats a policy variable as no match in an allow and as any match in a deny', () => {
    const Resource = `arn:aws:dynamodb:*:*:table/\${aws:PrincipalTag/team}`;
    expect(isAllowed([allow({ Resource })])).toBe(false);
    expect(isAllowed([allow(), deny({ Resource })])).toBe(false);
  });
});

type Condition = NonNullable<PolicyStatement['Condition']>;
const keys = 'dynamodb:LeadingKeys';
const arn = 'arn:aws:lambda:us-east-1:000000000000:function:one';

describe('conditions', () => {
  it.each<[Condition, ConditionContext, boolean]>([
    [{ StringEquals: { k: 'v' } }, { k: 'v' }, true],
    [{ StringEquals: { k: 'v' } }, { K: 'v' }, true],
    [{ StringEquals: { k: ['u', 'v'] } }, { k: 'v' }, true],
    [{ StringEquals: { k: 'v' } }, { k: 'V' }, false],
    [{ StringEquals: { k: 'v*' } }, { k: 'vw' }, false],
    [{ StringEquals: { k: 'v' } }, {}, false],
    [{ StringEquals: { k: 'v' } }, { k: ['v', 'w'] }, false],
    [{ StringEquals: { k: 'v', l: 'w' } }, { k: 'v', l: 'x' }, false],
    [{ StringEqualsIfExists: { k: 'v' } }, { k: 'v' }, false],
    [{ StringNotEquals: { k: 'v' } }, { k: 'w' }, false],
    [{ StringLike: { k: 'KEY#*' } }, { k: 'KEY#1' }, true],
    [{ StringLike: { k: 'KEY#*' } }, { k: 'TENANT#1' }, false],
    [{ ArnLike: { k: 'arn:aws:lambda:*:000000000000:function:*' } }, { k: arn }, true],
    [{ ArnLike: { k: 'arn:aws:*:function:one' } }, { k: arn }, false],
    [{ ArnEquals: { k: arn } }, { k: arn }, true],
    [{ ArnEquals: { k: arn } }, { k: 'one' }, false],
    [{ Bool: { k: 'true' } }, { k: 'True' }, true],
    [{ Bool: { k: 'true' } }, { k: 'false' }, false],
    [{ Null: { k: 'true' } }, {}, true],
    [{ Null: { k: 'true' } }, { k: 'v' }, false],
    [{ Null: { k: 'false' } }, { k: 'v' }, true],
    [{ Null: { k: 'false' } }, {}, false],
    [{ 'ForAllValues:StringLike': { [keys]: 'KEY#*' } }, { [keys]: ['KEY#1', 'KEY#2'] }, true],
    [{ 'ForAllValues:StringLike': { [keys]: 'KEY#*' } }, { [keys]: ['KEY#1', 'T#2'] }, false],
    [{ 'ForAllValues:StringLike': { [keys]: 'KEY#*' } }, {}, false],
    [{ 'ForAnyValue:StringLike': { [keys]: 'KEY#*' } }, { [keys]: ['T#1', 'KEY#2'] }, true],
    [{ 'ForAnyValue:StringLike': { [keys]: 'KEY#*' } }, { [keys]: ['T#1'] }, false],
    [{ 'ForSomeValues:StringLike': { k: '*' } }, { k: 'v' }, false],
    [{ NumericLessThan: { k: '5' } }, { k: '4' }, false],
    [{ toString: { k: 'v' } }, { k: 'v' }, false],
  ])('%j with %j → %s', (Condition, context, expected) => {
    expect(isAllowed([allow({ Condition })], context)).toBe(expected);
  });

  it.each<[string, Condition, ConditionContext, boolean]>([
    ['holds', { StringEquals: { k: 'v' } }, { k: 'v' }, false],
    ['fails', { StringEquals: { k: 'v' } }, { k: 'w' }, true],
    ['cannot be decided', { NumericLessThan: { k: '5' } }, { k: '9' }, false],
    ['fails, one undecidable', { DateLessThan: { k: '5' }, Bool: { l: 'true' } }, { l: 'false' }, true],
  ])('a deny whose condition %s', (_, Condition, context, expected) => {
    expect(isAllowed([allow(), deny({ Condition })], context)).toBe(expected);
  });
});
