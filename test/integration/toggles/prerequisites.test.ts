import { describe, expect, it } from 'vitest';
import { findToggleValues } from '../../../shared/modules/toggles/toggle-values.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  aToggle,
  check,
  checkPath,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

const put = ({ api }: TestCaller, body: object) => api.put<{ code?: string }>(globalPath, { body });
const needing = (...identifiers: string[]) => ({
  prerequisites: identifiers.map((identifier) => ({ identifier, value: true })),
});
const anOn = (admin: TestCaller, ...identifiers: string[]) =>
  aStoredToggle(admin, { defaultValue: true, ...needing(...identifiers) });

describe('a check with prerequisites', () => {
  it('sends one request per level, and none more without any', async () => {
    const admin = await aSuperAdmin();
    const lowest = await anOn(admin);
    const [low, other] = [await anOn(admin, lowest.identifier), await anOn(admin, lowest.identifier)];
    const high = await anOn(admin, low.identifier, other.identifier);
    const top = await anOn(admin, high.identifier);
    const calls = async (identifier: string) => {
      const answer = await admin.api.get(checkPath('boolean', identifier));
      expect(answer.body).toMatchObject({ enabled: true });
      return (await callsOf(answer)).length;
    };
    const without = await calls(lowest.identifier);
    expect(await calls(low.identifier)).toBe(without + 1);
    expect(await calls(top.identifier)).toBe(without + 3);
  });

  it('reads the own values and segments of renamed prerequisites', async () => {
    const admin = await aSuperAdmin();
    const parent = await aStoredToggle(admin);
    await setOverride(admin, parent.id, true);
    const identifier = anIdentifier();
    expect((await put(admin, { id: parent.id, identifier })).status).toBe(200);
    const child = await anOn(admin, identifier);
    expect((await check(admin, 'boolean', child.identifier)).body).toMatchObject({ enabled: true });
    const segment = { name: identifier, condition: { field: 'user.type', operator: '=', value: 'user' } };
    const { body } = await admin.api.post<{ id: string }>('/api/feature_toggles/segments', { body: segment });
    const rules = [{ segments: [body.id], value: false }];
    const path = `${globalPath}/${parent.id}/override/targeting`;
    expect((await admin.api.put(path, { body: { rules } })).status).toBe(200);
    expect((await check(admin, 'boolean', child.identifier)).body).toMatchObject({ enabled: true });
  });

  it('has another ETag when the prerequisite fails, and applies in conditions of jobs', async () => {
    const admin = await aSuperAdmin();
    const parent = await aStoredToggle(admin);
    const { identifier } = await aStoredToggle(admin, needing(parent.identifier));
    const tag = async () => (await admin.api.get(checkPath('boolean', identifier))).headers.get('etag');
    const failed = await tag();
    await setOverride(admin, parent.id, true);
    expect(await tag()).not.toBe(failed);
    const values = () => findToggleValues(admin, [identifier], Date.now());
    await put(admin, { id: parent.id, defaultValue: true });
    expect(await values()).toEqual({ [identifier]: false });
  });

  it('is part of the evaluation of all toggles, without further requests', async () => {
    const admin = await aSuperAdmin();
    const parent = await aStoredToggle(admin);
    const { identifier } = await anOn(admin, parent.identifier);
    const answer = await admin.api.post<{ flags: { key: string }[] }>('/ofrep/v1/evaluate/flags', {
      body: { context: { targetingKey: 'user' } },
    });
    expect(answer.body.flags.find(({ key }) => key === identifier)).toMatchObject({
      ...{ value: false, reason: 'DISABLED', variant: 'disabled' },
      metadata: { reason: 'PREREQUISITE_FAILED', prerequisite: parent.identifier },
    });
    expect(await callsOf(answer)).toHaveLength(3);
  });
});

describe('prerequisites', () => {
  it('cannot form a cycle by two changes at once', async () => {
    const admin = await aSuperAdmin();
    const [one, other] = [await aStoredToggle(admin), await aStoredToggle(admin)];
    const answers = await Promise.all([
      put(admin, { id: one.id, ...needing(other.identifier) }),
      put(admin, { id: other.id, ...needing(one.identifier) }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are kept or refused as a whole while a needed toggle is deleted', async () => {
    const admin = await aSuperAdmin();
    const [parent, child] = [await aStoredToggle(admin), await aStoredToggle(admin)];
    const [saved, deleted] = await Promise.all([
      put(admin, { id: child.id, ...needing(parent.identifier) }),
      admin.api.delete<{ code?: string }>(globalPath, { body: { id: parent.id } }),
    ]);
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([saved?.status, deleted?.status]);
  });

  it('are released by the deletion of the toggle that has them', async () => {
    const admin = await aSuperAdmin();
    const parent = await aStoredToggle(admin);
    const child = await anOn(admin, parent.identifier);
    for (const id of [child.id, parent.id])
      expect((await admin.api.delete(globalPath, { body: { id } })).status).toBe(200);
  });

  it('may not name the toggle that is being created', async () => {
    const admin = await aSuperAdmin();
    const identifier = anIdentifier();
    const body = aToggle({ identifier, ...needing(identifier) });
    expect(await admin.api.post(globalPath, { body })).toMatchObject({
      status: 409,
      body: { code: 'toggle_prerequisite_cycle', path: [identifier, identifier] },
    });
  });
});
