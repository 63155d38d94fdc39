/** Provides the addresses and keys that `npm run conform` was given. */
import type { TestProject } from 'vitest/node';
import { passwordHashCost } from '../../support/runtime/password-hash-cost.ts';
import { changeVariables } from '../../support/runtime/variables.ts';
import { createMaker } from './maker.ts';
import { readAccess, stageVariable } from './stage-options.ts';

/** A local runtime sends to receivers on this machine, and hashes passwords with less work. */
const localSettings = { ALLOW_PRIVATE_WEBHOOKS: 'true', PASSWORD_HASH_COST: passwordHashCost };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { host, adminKey, superKey, receiver, origin, local } = readAccess(process.env[stageVariable]);
  const maker = superKey === '' ? undefined : await createMaker(host, superKey);
  project.provide('baseUrl', host);
  project.provide('stage', { adminKey, superKey: maker?.key ?? '', receiver, origin });
  project.provide('controlUrl', local?.controlUrl ?? '');
  const before = local && (await changeVariables(local.controlUrl, localSettings));
  if (local !== undefined) {
    project.provide('aws', local.aws);
    project.provide('stripe', local.stripe);
    project.provide('provider', local.provider);
    project.provide('login', local.login);
  }
  return async () => {
    await maker?.remove();
    if (local !== undefined && before !== undefined) await changeVariables(local.controlUrl, before);
  };
}
