/** A frequently checked toggle has copies of its definition: checks read any of them, and all are current. */
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/kernel/errors/app-error.ts';
import { batchGet, getItem } from '../../../shared/kernel/table/read.ts';
import { checkToggle } from '../../../shared/modules/toggles/check-service.ts';
import { busyAfterChecks, findStoredValues } from '../../../shared/modules/toggles/check-store.ts';
import {
  toggleCopies,
  toggleCopyKey,
  toggleIdentifierKey,
  toggleKey,
} from '../../../shared/modules/toggles/keys.ts';
import { copyToggle } from '../../../shared/modules/toggles/toggle-store.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  check,
  checkPath,
  globalPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

/** Enough checks to read the original and every copy, including the first, random choice. */
const oneRound = toggleCopies + 2;

const copiesOf = (identifier: string) =>
  batchGet(Array.from({ length: toggleCopies }, (_, index) => toggleCopyKey(identifier, index + 1)));

/** Returns the distinct values of several checks. */
async function answersOf(caller: TestCaller, identifier: string): Promise<unknown[]> {
  const answers = new Set<unknown>();
  for (let number = 0; number < oneRound; number += 1) {
    const found = await checkToggle(caller, identifier, 'number').catch((error: AppError) => error);
    answers.add(found instanceof Error ? found.code : found.resolved.value);
  }
  return [...answers];
}

async function aCopiedToggle(admin: TestCaller, values: Record<string, unknown> = {}) {
  const toggle = await aStoredToggle(admin, { type: 'number', defaultValue: 1, ...values });
  expect(await copyToggle(toggle.id)).toBe(true);
  return toggle;
}

describe('a frequently checked toggle', () => {
  it('is copied by the checks, and a check still takes two requests', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'number', defaultValue: 1 });
    for (let number = 1; number < busyAfterChecks; number += 1) await findStoredValues(admin, [identifier]);
    expect(await copiesOf(identifier)).toEqual([]);
    expect(await check(admin, 'number', identifier)).toMatchObject({ status: 200, body: { value: 1 } });
    expect(await copiesOf(identifier)).toHaveLength(toggleCopies);
    expect((await getItem(toggleKey(id)))?.copies).toBe(toggleCopies);
    const [before, after] = [await getItem(toggleIdentifierKey(identifier)), await copiesOf(identifier)];
    for (const { toggleId, defaultValue } of after)
      expect({ toggleId, defaultValue }).toEqual({
        toggleId: id,
        defaultValue: before?.defaultValue,
      });
    await answersOf(admin, identifier);
    expect(await callsOf(await admin.api.get(checkPath('number', identifier)))).toHaveLength(2);
  });
});

describe('a toggle with copies', () => {
  it('returns a change in every later check, and keeps its version when it is copied', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin, { type: 'number', defaultValue: 1 });
    const etag = (await admin.api.get(`${globalPath}/${toggle.id}`)).headers.get('etag') ?? '';
    expect(await copyToggle(toggle.id)).toBe(true);
    expect(await copyToggle(toggle.id)).toBe(false);
    expect(await answersOf(admin, toggle.identifier)).toEqual([1]);
    const change = { body: { id: toggle.id, defaultValue: 2 }, headers: { 'if-match': etag } };
    expect((await admin.api.put(globalPath, change)).status).toBe(200);
    expect(await answersOf(admin, toggle.identifier)).toEqual([2]);
    await setOverride(admin, toggle.id, 7);
    expect(await answersOf(admin, toggle.identifier)).toEqual([7]);
  });

  it('has no copy of the old identifier after a rename', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aCopiedToggle(admin);
    expect(await answersOf(admin, identifier)).toEqual([1]);
    const renamed = anIdentifier();
    await admin.api.put(globalPath, { body: { id, identifier: renamed, defaultValue: 3 } });
    expect(await answersOf(admin, identifier)).toEqual(['MISSING_TOGGLE']);
    expect(await answersOf(admin, renamed)).toEqual([3]);
    expect(await copiesOf(identifier)).toEqual([]);
    expect((await getItem(toggleKey(id)))?.copies).toBeUndefined();
    expect(await copyToggle(id)).toBe(true);
    expect(await answersOf(admin, renamed)).toEqual([3]);
  });

  it('is unknown to every check after its deletion', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aCopiedToggle(admin);
    expect(await answersOf(admin, identifier)).toEqual([1]);
    expect((await admin.api.delete(`${globalPath}?id=${id}`)).status).toBe(200);
    expect(await answersOf(admin, identifier)).toEqual(['MISSING_TOGGLE']);
    expect(await copiesOf(identifier)).toEqual([]);
    expect(await copyToggle(id)).toBe(false);
  });

  it('has the last value in all copies if it is changed while it is copied', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'number', defaultValue: 0 });
    const change = (defaultValue: number) => admin.api.put(globalPath, { body: { id, defaultValue } });
    await Promise.all([change(1), copyToggle(id).catch(() => false), change(2), change(3)]);
    await copyToggle(id);
    const row = await getItem(toggleKey(id));
    const stored = [await getItem(toggleIdentifierKey(identifier)), ...(await copiesOf(identifier))];
    expect(stored).toHaveLength(1 + toggleCopies);
    expect(new Set(stored.map((item) => item?.defaultValue))).toEqual(new Set([row?.defaultValue]));
  });
});
