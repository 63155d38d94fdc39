import { describe, expect, it } from 'vitest';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  checkPath,
  globalPath,
  overridePath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('a renamed toggle', () => {
  it('and the next toggle with its former identifier have consistent items', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin);
    await setOverride(admin, toggle.id, true);
    const identifier = anIdentifier();
    await admin.api.put(globalPath, { body: { id: toggle.id, identifier } });
    await assertToggleWhole({ ...toggle, identifier });
    await assertToggleWhole(await aStoredToggle(admin, { identifier: toggle.identifier }));
  });

  it('is checked with one request more than other toggles, also if its rules use segments', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    await setOverride(admin, id, false);
    const identifier = anIdentifier();
    await admin.api.put(globalPath, { body: { id, identifier } });
    const condition = { field: 'tenant.id', operator: '=', value: admin.tenantId };
    const segment = await admin.api.post<{ id: string }>('/api/feature_toggles/segments', {
      body: { name: identifier, condition },
    });
    for (const rules of [[], [{ segments: [segment.body.id], value: true }]]) {
      await admin.api.put(`${overridePath(id)}/targeting`, { body: { rules } });
      const answer = await admin.api.get(checkPath('boolean', identifier));
      expect(answer.body).toMatchObject({ enabled: rules.length > 0, source: 'override' });
      const actions = (await callsOf(answer)).map(({ action }) => action);
      expect(actions).toEqual(['UpdateItem', 'BatchGetItem', 'BatchGetItem']);
    }
  });
});
