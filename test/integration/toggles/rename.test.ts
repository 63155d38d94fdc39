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
  it('is found by its new identifier only, with the values that tenants gave it', async () => {
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

  it('takes values anew and gives them up under its new identifier', async () => {
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

  it('costs a check one more read once, and then two requests like any other', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    const identifier = anIdentifier();
    await admin.api.put(globalPath, { body: { id, identifier } });
    const costs: number[] = [];
    // Workers are recycled and each learns by itself, so what counts is that most know.
    for (let round = 0; round < 12; round++) {
      const answer = await admin.api.get(checkPath('boolean', identifier));
      expect(answer.body).toMatchObject({ enabled: true, source: 'override' });
      costs.push((await callsOf(answer)).length);
    }
    expect(Math.max(...costs)).toBeLessThanOrEqual(3);
    expect(costs.toSorted()[Math.floor(costs.length / 2)]).toBe(2);
  });

  it('may have its old identifier back', async () => {
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

describe('the identifier that a rename gave up', () => {
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

  it('goes to exactly one of parallel creates', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin);
    await admin.api.put(globalPath, { body: { id, identifier: anIdentifier() } });
    const create = async () => (await admin.api.post(globalPath, { body: aToggle({ identifier }) })).status;
    const statuses = await Promise.all(Array.from({ length: 8 }, create));
    expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('stays taken once its next toggle is deleted', async () => {
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
  it('sees the rename, too', async () => {
    const [admin, caller] = [await aSuperAdmin(), await aTenant({ features: [] })];
    const { id } = await aStoredToggle(admin, { defaultValue: true });
    const identifier = anIdentifier();
    await admin.api.put(globalPath, { body: { id, identifier } });
    expect((await check(caller, 'boolean', identifier)).body).toMatchObject({ enabled: true });
  });
});
