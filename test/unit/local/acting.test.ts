import { describe, expect, it } from 'vitest';
import { createActing, functionHeader } from '../../../lib/local/gateway/acting.ts';
import { createAdministrator } from '../../../lib/local/gateway/identities.ts';
import { tokenHeader, workerTokens } from '../../../lib/local/lambda/request-token.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

const roleArn = 'arn:aws:iam::000000000000:role/reader';
const Statement = [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' }];
const app = resolvedApp(
  aResource('AWS::IAM::Role', 'reader', roleArn, { Policies: [{ PolicyDocument: { Statement } }] }),
  aResource('AWS::Lambda::Function', 'read', 'arn:read', { Role: roleArn }),
);
const actingAs = createActing(app);
const administrator = createAdministrator();
const headers = (token: string) => ({ [functionHeader]: 'read', [tokenHeader]: token });

describe('a call of the administrator', () => {
  it('is limited to the role of the named function, and recorded under its request', () => {
    expect(actingAs(administrator, headers('request'))).toMatchObject({
      name: 'read',
      roleArn,
      statements: [{ Effect: 'Allow', Action: ['dynamodb:GetItem'], Resource: ['*'] }],
      phase: 'busy',
      invocation: { requestId: 'request', functionName: 'read' },
    });
  });

  it('counts as a call of an idle function after the response', () => {
    const identity = actingAs(administrator, headers(workerTokens.hasEnded));
    expect(identity).toMatchObject({ name: 'read', phase: 'idle', invocation: undefined });
  });

  it('has administrator rights without a function', () => {
    expect(actingAs(administrator, {})).toBe(administrator);
  });

  it('of a function that does not exist is refused', () => {
    expect(() => actingAs(administrator, { [functionHeader]: 'other' })).toThrow(
      /The function other does not exist/,
    );
  });
});

it('a function cannot act as another', () => {
  const own = { ...actingAs(administrator, headers('request')), name: 'write' };
  expect(actingAs(own, headers('request'))).toBe(own);
});
