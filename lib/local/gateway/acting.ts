/**
 * Lets the administrator call AWS as a function: a test runs the function's code in its own process and names the
 * function in each call. The function's role, metering and faults then apply to the call as if a worker had sent it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { tokenHeader, workerTokens } from '../lambda/request-token.ts';
import type { AwsIdentity, ResolvedApp } from '../types.ts';
import { administratorArn, statementsOfRole } from './identities.ts';

/** The name of the function that the administrator acts as. */
export const functionHeader = 'x-local-function';

const maxFunctions = 1_000;

/** Returns the identity of a call: the function that the headers name, when the administrator sent the call. */
export function createActing(
  app: ResolvedApp,
): (identity: AwsIdentity, headers: IncomingHttpHeaders) => AwsIdentity {
  const roles = new LRUCache<string, Pick<AwsIdentity, 'name' | 'roleArn' | 'statements'>>({
    max: maxFunctions,
    memoMethod(name) {
      const found = app.find(name);
      if (found?.type !== 'AWS::Lambda::Function') throw new Error(`The function ${name} does not exist.`);
      const roleArn = String(found.properties.Role);
      return { name, roleArn, statements: statementsOfRole(app, roleArn) };
    },
  });

  return (identity, headers) => {
    const functionName = headers[functionHeader];
    if (identity.roleArn !== administratorArn || typeof functionName !== 'string') return identity;
    const role = { ...identity, ...roles.memo(functionName) };
    const requestId = String(headers[tokenHeader]);
    if (requestId === workerTokens.hasEnded) return { ...role, phase: 'idle', invocation: undefined };
    return { ...role, phase: 'busy', invocation: { requestId, functionName } };
  };
}
