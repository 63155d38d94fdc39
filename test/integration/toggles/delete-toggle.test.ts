import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { overrideKey } from '../../../shared/modules/toggles/keys.ts';
import {
  aStoredToggle,
  aSuperAdmin,
  aToggle,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';

describe('DELETE /global', () => {
  it('keeps the identifier reserved, and the overrides of tenants', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    await admin.api.delete(`${globalPath}?id=${id}`);
    const { status, body } = await admin.api.post(globalPath, { body: aToggle({ identifier }) });
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        error: `The identifier "${identifier}" is taken.`,
        code: 'toggle_identifier_taken',
        details: [{ field: 'identifier', message: 'is taken' }],
      },
    });
    expect(await getItem(overrideKey(admin, identifier))).toMatchObject({ toggleId: id, value: 'true' });
  });
});
