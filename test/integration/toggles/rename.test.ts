import { describe, expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  aToggle,
  check,
  checkPath,
  globalPath,
  setOverride,
  togglePath,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('a renamed toggle', () => {
  it('is found by its new identifier only, with the overrides of tenants', async () => {
    const [admin, other] = [await aSuperAdmin(), await aSuperAdmin()];
    const toggle = await aStoredToggle(admin);
    await setOverride(admin, toggle.id, true);
    const identifier = anIdentifier();
    expect((await admin.api.put(globalPath, { body: { id: toggle.id, identifier } })).status).toBe(200);

    expect((await check(admin, 'boolean', toggle.identifier)).body.code).toBe('MISSING_TOGGLE');
    expect((await check(admin, 'boolean', identifier)).body).toMatchObject({
      enabled: true,
      source: 'override',
      identifier,
    });
    expect((await check(other, 'boolean', identifier)).body).toMatchObject({
      enabled: false,
      source: 'default',
    });
    await assertToggleWhole({ ...toggle, identifier });
  });

  it('has its overrides set and removed under its new identifier', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type: 'string', defaultValue: 'd' });
    const identifier = anIdentifier();
    await admin.api.put(globalPath, { body: { id, identifier } });
    const value = async () => (await check(admin, 'string', identifier)).body.value;
    for (const text of ['a', 'b']) {
      await setOverride(admin, id, text);
      expect(await value()).toBe(text);
    }
    await setOverride(admin, id);
    expect(await value()).toBe('d');
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

  it('can be renamed back', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin);
    await setOverride(admin, toggle.id, true);
    for (const identifier of [anIdentifier(), toggle.identifier]) {
      expect((await admin.api.put(globalPath, { body: { id: toggle.id, identifier } })).status).toBe(200);
      expect((await check(admin, 'boolean', identifier)).body).toMatchObject({ enabled: true });
    }
    await assertToggleWhole(toggle);
  });
});

describe('the former identifier of a renamed toggle', () => {
  it('is free for a new toggle, which inherits nothing', async () => {
    const admin = await aSuperAdmin();
    const old = await aStoredToggle(admin, { type: 'string', defaultValue: 'old' });
    await setOverride(admin, old.id, 'own');
    const renamed = anIdentifier();
    await admin.api.put(globalPath, { body: { id: old.id, identifier: renamed } });

    const fresh = await aStoredToggle(admin, {
      identifier: old.identifier,
      type: 'string',
      defaultValue: 'new',
    });
    const ownValue = async (identifier: string) => (await check(admin, 'string', identifier)).body.value;
    expect([await ownValue(fresh.identifier), await ownValue(renamed)]).toEqual(['new', 'own']);
    await setOverride(admin, fresh.id, 'fresh own');
    expect([await ownValue(fresh.identifier), await ownValue(renamed)]).toEqual(['fresh own', 'own']);
    await setOverride(admin, old.id);
    expect([await ownValue(fresh.identifier), await ownValue(renamed)]).toEqual(['fresh own', 'old']);
    await assertToggleWhole(fresh);
  });

  it('is assigned to exactly one of parallel creates', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await admin.api.put(globalPath, { body: { id, identifier: anIdentifier() } });
    const create = async () => (await admin.api.post(globalPath, { body: aToggle({ identifier }) })).status;
    const statuses = await Promise.all(Array.from({ length: 8 }, create));
    expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('stays reserved after its next toggle is deleted', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await admin.api.put(globalPath, { body: { id, identifier: anIdentifier() } });
    const next = await aStoredToggle(admin, { identifier });
    await admin.api.delete(`${globalPath}?id=${next.id}`);
    expect((await admin.api.post(globalPath, { body: aToggle({ identifier }) })).status).toBe(409);
    expect((await admin.api.put(globalPath, { body: { id, identifier } })).status).toBe(409);
    expect((await admin.api.get(togglePath(id))).status).toBe(200);
  });
});

describe('a caller of another tenant', () => {
  it('also sees the rename', async () => {
    const [admin, caller] = [await aSuperAdmin(), await aTenant({ features: [] })];
    const { id } = await aStoredToggle(admin, { defaultValue: true });
    const identifier = anIdentifier();
    await admin.api.put(globalPath, { body: { id, identifier } });
    expect((await check(caller, 'boolean', identifier)).body).toMatchObject({ enabled: true });
  });
});
