import { describe, expect, it } from 'vitest';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  checkPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('GET /check/{kind}', () => {
  it('takes two DynamoDB requests in all, found or not', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    for (const asked of [identifier, anIdentifier()]) {
      const calls = await callsOf(await admin.api.get(checkPath('boolean', asked)));
      expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem']);
    }
  });
});
