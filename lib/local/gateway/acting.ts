/**
 * Lets the administrator call AWS as a function: a test runs the function's code in its own process and names the
 * function in each call. The function's role, metering and faults then apply to the call as if a worker had sent it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { tokenHeader, workerTokens } from '../lambda/request-token.ts';
import type { AwsIdentity, ResolvedApp } from '../types.ts';
import { administratorArn, statementsOfRole } from './identities.ts';

/** The name of the function that the administrator acts as. */
export const functionHeader = 'x-local-function';

/** Returns the identity of a call: the function that the headers name, when the administrator sent the call. */
export function createActing(
  app: ResolvedApp,
): (identity: AwsIdentity, headers: IncomingHttpHeaders) => AwsIdentity {
  const roles = new Map<string, Pick<AwsIdentity, 'name' | 'roleArn' | 'statements'>>();

  function roleOf(functionName: string): Pick<AwsIdentity, 'name' | 'roleArn' | 'statements'> {
    const known = roles.get(functionName);
    if (known !== undefined) return known;
    const found = app.find(functionName);
    if (found?.type !== 'AWS::Lambda::Function')
      throw new Error(`The function ${functionName} does not exist.`);
    const roleArn = String(found.properties.Role);
    const role = { name: functionName, roleArn, statements: statementsOfRole(app, roleArn) };
    roles.set(functionName, role);
    return role;
  }

  return (identity, headers) => {
    const functionName = headers[functionHeader];
    if (identity.roleArn !== administratorArn || typeof functionName !== 'string') return identity;
    const requestId = String(headers[tokenHeader]);
    const hasEnded = requestId === workerTokens.hasEnded;
    return {
      ...identity,
      ...roleOf(functionName),
      phase: hasEnded ? 'idle' : 'busy',
      invocation: hasEnded ? undefined : { requestId, functionName },
    };
  };
}
