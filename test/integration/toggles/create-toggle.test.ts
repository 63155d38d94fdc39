import { describe, expect, it } from 'vitest';
import {
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  aToggle,
  globalPath,
} from '../../support/builders/toggles.ts';
import { successfulCallsOf } from '../../support/clients/api.ts';

const post = async (body: unknown) => (await aSuperAdmin()).api.post(globalPath, { body });

describe('POST /global', () => {
  it('writes consistent items', async () => {
    await assertToggleWhole(await aStoredToggle(await aSuperAdmin()));
  });

  it('takes two DynamoDB requests in all', async () => {
    const calls = await successfulCallsOf(await post(aToggle()));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'TransactWriteItems']);
  });
});
