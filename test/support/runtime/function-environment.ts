/** The functions' environment, for handlers that are called in a test's process. */
import { inject } from 'vitest';
import { settingNames } from '../../../shared/kernel/settings/settings.ts';

/** Settings and AWS access: processes that a test starts must not inherit them. */
const isForCalls = (name: string): boolean =>
  name.startsWith('AWS_') || settingNames.some((setting) => setting === name);

// Unit tests load this file through builders, and have no runtime.
const variables = Object.entries(inject('functionEnvironment') ?? {});

/** Marks calls with the functions' own credentials, to distinguish them from calls with others. */
export const sessionToken = 'session-of-functions';

/** Sets the variables that handlers read when they are called. */
export function setVariablesForCalls(): void {
  process.env.AWS_SESSION_TOKEN = sessionToken;
  for (const [name, value] of variables) if (isForCalls(name)) process.env[name] = value;
}

/** Removes them, so that a runtime started by the test does not inherit them. */
export function unsetVariablesForCalls(): void {
  delete process.env.AWS_SESSION_TOKEN;
  for (const [name] of variables) if (isForCalls(name)) delete process.env[name];
}

// Names of queues, keys and groups: modules read them when they are loaded.
for (const [name, value] of variables) if (!isForCalls(name)) process.env[name] = value;
