/** Provides the addresses and keys that `npm run conform` was given. */
import type { TestProject } from 'vitest/node';
import { readAccess, stageVariable } from './stage-options.ts';

export default function setup(project: TestProject): void {
  const { host, adminKey, superKey, receiver, local } = readAccess(process.env[stageVariable]);
  project.provide('baseUrl', host);
  project.provide('stage', { adminKey, superKey, receiver, holdsEventsBack: false });
  project.provide('controlUrl', local?.controlUrl ?? '');
  if (local === undefined) return;
  project.provide('aws', local.aws);
  project.provide('stripe', local.stripe);
  project.provide('login', local.login);
}
