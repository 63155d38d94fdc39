import { describe, expect, it } from 'vitest';
import { createActing, functionHeader } from '../../../lib/local/gateway/acting.ts';
import { createAdministrator } from '../../../lib/local/gateway/identities.ts';
import { tokenHeader, workerTokens } from '../../../lib/local/lambda/request-token.ts';
import type { ResolvedApp, Resource } from '../../../lib/local/types.ts';

const roleArn = 'arn:aws:iam::000000000000:role/reader';
const Statement = [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' }];
const resource = (
  type: string,
  name: string,
  arn: string,
  properties: Record<string, unknown>,
): Resource => ({
  ...{ stack: 's', logicalId: name, type, physicalId: name, arn, properties },
});
const resources = [
  resource('AWS::IAM::Role', 'reader', roleArn, { Policies: [{ PolicyDocument: { Statement } }] }),
  resource('AWS::Lambda::Function', 'read', 'arn:read', { Role: roleArn }),
];
const app: ResolvedApp = {
  resources,
  ofType: (type) => resources.filter((one) => one.type === type),
  find: (id) => resources.find((one) => one.physicalId === id || one.arn === id),
  assetPath: () => undefined,
};
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
