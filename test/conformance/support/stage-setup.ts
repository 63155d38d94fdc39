/** Provides the addresses and keys that `npm run conform` was given. */
import type { TestProject } from 'vitest/node';
import { createMaker } from './maker.ts';
import { readAccess, stageVariable } from './stage-options.ts';

/** Lets a local runtime send to receivers on this machine. Returns the function that restores its setting. */
async function allowReceivers(controlUrl: string): Promise<() => Promise<unknown>> {
  const set = async (value: string): Promise<{ previous: string }> => {
    const body = JSON.stringify({ name: 'ALLOW_PRIVATE_WEBHOOKS', value });
    const response = await fetch(`${controlUrl}/variables`, { method: 'POST', body });
    return response.json() as Promise<{ previous: string }>;
  };
  const { previous } = await set('true');
  return () => set(previous);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { host, adminKey, superKey, receiver, origin, local } = readAccess(process.env[stageVariable]);
  const maker = superKey === '' ? undefined : await createMaker(host, superKey);
  project.provide('baseUrl', host);
  project.provide('stage', { adminKey, superKey: maker?.key ?? '', receiver, origin });
  project.provide('controlUrl', local?.controlUrl ?? '');
  const restore = local && (await allowReceivers(local.controlUrl));
  if (local !== undefined) {
    project.provide('aws', local.aws);
    project.provide('stripe', local.stripe);
    project.provide('login', local.login);
  }
  return async () => {
    await maker?.remove();
    await restore?.();
  };
}
