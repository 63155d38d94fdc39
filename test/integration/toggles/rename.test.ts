import { describe, expect, it } from 'vitest';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  checkPath,
  globalPath,
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

  it('costs one more read once, and then two requests like any other toggle', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    const identifier = anIdentifier();
    await admin.api.put(globalPath, { body: { id, identifier } });
    const costs: number[] = [];
    // Workers are recycled and each has its own cache, so only most checks are asserted.
    for (let round = 0; round < 12; round++) {
      const answer = await admin.api.get(checkPath('boolean', identifier));
      expect(answer.body).toMatchObject({ enabled: true, source: 'override' });
      costs.push((await callsOf(answer)).length);
    }
    expect(Math.max(...costs)).toBeLessThanOrEqual(3);
    expect(costs.toSorted()[Math.floor(costs.length / 2)]).toBe(2);
  });
});
