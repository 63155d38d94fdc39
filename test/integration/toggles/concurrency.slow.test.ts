import { describe, expect, it } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  aToggle,
  check,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';

describe('an identifier', () => {
  it('is assigned to exactly one of 20 parallel creates', async () => {
    const { api } = await aSuperAdmin();
    const identifier = anIdentifier();
    const create = (_: unknown, index: number) =>
      api.post(globalPath, { body: aToggle({ identifier, name: `n${index}` }) });
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    const { body } = await api.get<{ items: Toggle[] }>(`${globalPath}?identifier=${identifier}`);
    expect(body.items).toHaveLength(1);
    for (const toggle of body.items) await assertToggleWhole(toggle);
  });

  it('is listed after each of 20 parallel creates of different ones', async () => {
    const { api } = await aSuperAdmin();
    const mark = anIdentifier();
    const create = async (_: unknown, index: number) =>
      (await api.post(globalPath, { body: aToggle({ identifier: `${mark}_${index}` }) })).status;
    expect(await Promise.all(Array.from({ length: 20 }, create))).toEqual(Array(20).fill(201));
    expect((await api.get(`${globalPath}?identifier=${mark}`)).body).toMatchObject({ total: 20 });
  });
});

describe('checks while a value changes', () => {
  it('return the old or the new value, and only the new one after the write has returned', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'number', defaultValue: -1 });
    await setOverride(admin, id, 0);
    for (let next = 1; next <= 8; next++) {
      const seen = async () => Number((await check(admin, 'number', identifier)).body.value);
      const [during] = await Promise.all([
        Promise.all(Array.from({ length: 6 }, seen)),
        setOverride(admin, id, next),
      ]);
      for (const value of during) expect([next - 1, next]).toContain(value);
      expect(await Promise.all([seen(), seen(), seen()])).toEqual([next, next, next]);
    }
  });

  it('find the toggle under the old or the new identifier during a rename, with the tenant’s value', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin);
    await setOverride(admin, toggle.id, true);
    const identifiers = [toggle.identifier, anIdentifier()];
    for (let round = 1; round <= 4; round++) {
      const identifier = identifiers[round % 2];
      const [during] = await Promise.all([
        Promise.all(identifiers.map((one) => check(admin, 'boolean', one))),
        admin.api.put(globalPath, { body: { id: toggle.id, identifier } }),
      ]);
      for (const { body } of during) {
        if (body.code !== 'MISSING_TOGGLE') expect(body).toMatchObject({ enabled: true, source: 'override' });
      }
      expect((await check(admin, 'boolean', String(identifier))).body).toMatchObject({ enabled: true });
    }
  });
});
