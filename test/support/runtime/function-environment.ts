/** The functions' environment, for handlers that are called in a test's process. */
import { inject } from 'vitest';
import { settingNames } from '../../../shared/kernel/settings/settings.ts';

/** Settings and access to AWS: what a test starts beside itself would take for its own. */
const isForCalls = (name: string): boolean =>
  name.startsWith('AWS_') || settingNames.some((setting) => setting === name);

// Unit tests load this beside builders, and have no runtime.
const variables = Object.entries(inject('functionEnvironment') ?? {});

/** Tells calls with the functions' own credentials, which a session token belongs to, from those with others. */
export const sessionToken = 'session-of-functions';

/** Sets what handlers look for when they are called. */
export function setVariablesForCalls(): void {
  process.env.AWS_SESSION_TOKEN = sessionToken;
  for (const [name, value] of variables) if (isForCalls(name)) process.env[name] = value;
}

/** Removes it, so that a runtime that the test starts does not find it. */
export function unsetVariablesForCalls(): void {
  delete process.env.AWS_SESSION_TOKEN;
  for (const [name] of variables) if (isForCalls(name)) delete process.env[name];
}

// Names of queues, keys and groups: modules look for them when they are loaded.
for (const [name, value] of variables) if (!isForCalls(name)) process.env[name] = value;
