/** How many DynamoDB requests the operations of toggles take. */
import { describe, expect, it } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  aToggle,
  checkPath,
  globalPath,
  overridesPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf, successfulCallsOf, type TestResponse } from '../../support/clients/api.ts';

/** Every request starts with the update that authenticates and counts the key. */
const costs: [string, string[], (admin: TestCaller, toggle: Toggle) => Promise<TestResponse>][] = [
  ['a check', ['BatchGetItem'], ({ api }, { identifier }) => api.get(checkPath('boolean', identifier))],
  [
    'a check of an unknown toggle',
    ['BatchGetItem'],
    ({ api }) => api.get(checkPath('boolean', anIdentifier())),
  ],
  ['a creation', ['TransactWriteItems'], ({ api }) => api.post(globalPath, { body: aToggle() })],
  [
    'a change',
    ['GetItem', 'TransactWriteItems'],
    ({ api }, { id }) => api.put(globalPath, { body: { id, defaultValue: true } }),
  ],
  [
    'an override',
    ['GetItem', 'GetItem', 'TransactWriteItems'],
    (admin, { id }) => setOverride(admin, id, false),
  ],
  ['the list by id', ['BatchGetItem'], ({ api }, { id }) => api.get(`${globalPath}?id=${id}`)],
];

describe('the DynamoDB requests of', () => {
  it.each(costs)('%s: authentication and %j', async (_, actions, call) => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin);
    await setOverride(admin, toggle.id, true);
    const calls = await successfulCallsOf(await call(admin, toggle));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', ...actions]);
  });

  // With many toggles the counters are read, and a large toggle by its key; overrides and tenant name are read in
  // parallel.
  it.each([
    ['toggles', globalPath, 4],
    ['overrides', overridesPath, 6],
  ])('the first page of %s: at most as many', async (_, path, max) => {
    const admin = await aSuperAdmin();
    await aStoredToggle(admin);
    // The first list of an instance also checks whether the counters are initialized.
    await admin.api.get(`${path}?pageSize=5`);
    const calls = await callsOf(await admin.api.get(`${path}?pageSize=5`));
    const actions = calls.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['UpdateItem', 'Query']);
    expect(actions.length).toBeLessThanOrEqual(max);
  });
});
