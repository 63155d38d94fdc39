/** Provides the addresses and keys that `npm run conform` was given. */
import type { TestProject } from 'vitest/node';
import { createMaker } from './maker.ts';
import { readAccess, stageVariable } from './stage-options.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { host, adminKey, superKey, receiver, origin, local } = readAccess(process.env[stageVariable]);
  const maker = superKey === '' ? undefined : await createMaker(host, superKey);
  project.provide('baseUrl', host);
  project.provide('stage', { adminKey, superKey: maker?.key ?? '', receiver, origin });
  project.provide('controlUrl', local?.controlUrl ?? '');
  if (local !== undefined) {
    project.provide('aws', local.aws);
    project.provide('stripe', local.stripe);
    project.provide('login', local.login);
  }
  return async () => maker?.remove();
}
