import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anAdminWithoutTenant,
  aStoredToggle,
  aSuperAdmin,
  check,
  checkPath,
  globalPath,
  overridePath,
  overridesPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { successfulCallsOf } from '../../support/clients/api.ts';

const read = ({ api }: Pick<TestCaller, 'api'>, id: string) => api.get(overridePath(id));

describe('GET /global/{id}/override', () => {
  it('returns the default with an empty id while the tenant has no override', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type: 'json', defaultValue: { a: 1 } });
    const { status, body } = await read(admin, id);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: '',
        value: { a: 1 },
        tenantName: 'test tenant',
        tenantId: admin.tenantId,
        toggleType: 'json',
      },
    });
  });

  it('returns 404 for an unknown toggle and 400 for an invalid id', async () => {
    const admin = await aSuperAdmin();
    expect((await read(admin, randomUUID())).status).toBe(404);
    expect((await read(admin, 'none')).status).toBe(400);
  });
});

describe('PUT /overrides', () => {
  it('sets an override, replaces it under the same id, and removes it', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type: 'string', defaultValue: 'd' });
    const set = await setOverride(admin, id, 'one');
    expect(set).toMatchObject({ status: 200, body: { ok: true, overrideToggleId: expect.any(String) } });
    expect(Object.keys(set.body).toSorted()).toEqual(['ok', 'overrideToggleId']);
    const { overrideToggleId } = set.body;
    expect((await read(admin, id)).body).toEqual({
      id: overrideToggleId,
      value: 'one',
      tenantName: 'test tenant',
      tenantId: admin.tenantId,
      toggleType: 'string',
    });
    expect((await setOverride(admin, id, 'two')).body).toEqual({ ok: true, overrideToggleId });
    expect((await read(admin, id)).body).toMatchObject({ id: overrideToggleId, value: 'two' });
    for (const _ of ['first', 'again']) {
      const { status, body } = await setOverride(admin, id);
      expect({ status, body }).toEqual({ status: 200, body: { ok: true, overrideToggleId: null } });
    }
    expect((await read(admin, id)).body).toMatchObject({ id: '', value: 'd' });
  });

  it.each<[string, unknown, string]>([
    ['boolean', 'true', 'must be a boolean'],
    ['boolean', null, 'must be a boolean'],
    ['string', 5, 'must be a string'],
    ['string', null, 'must be a string'],
    ['number', '5', 'must be a number'],
    ['number', null, 'must be a number'],
    ['boolean', undefined, 'is required'],
    ['json', 'x'.repeat(24_576), 'must have at most 24576 bytes as JSON'],
  ])('returns 400 for a %s toggle with %j, and changes nothing', async (type, overrideValue, message) => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type, defaultValue: null });
    const body = { toggleId: id, isOverride: true, overrideValue };
    const answer = await admin.api.put(overridesPath, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: 'overrideValue', message }]);
    expect((await read(admin, id)).body).toMatchObject({ id: '', value: null });
  });

  it('keeps the override, or starts with the default, if no value is sent', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type: 'string', defaultValue: 'calm' });
    const body = { toggleId: id, isOverride: true };
    const { overrideToggleId } = (await admin.api.put(overridesPath, { body })).body;
    expect((await read(admin, id)).body).toMatchObject({ id: overrideToggleId, value: 'calm' });
    await setOverride(admin, id, 'bold');
    expect((await admin.api.put(overridesPath, { body })).body).toEqual({ ok: true, overrideToggleId });
    expect((await read(admin, id)).body).toMatchObject({ value: 'bold' });
  });

  it('accepts null as a value of a JSON toggle', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'json', defaultValue: 1 });
    expect((await setOverride(admin, id, null)).status).toBe(200);
    expect((await check(admin, 'json', identifier)).body).toMatchObject({ value: null, source: 'override' });
  });

  it('ignores the value when it removes the override', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const body = { toggleId: id, isOverride: false, overrideValue: 'no boolean' };
    expect((await admin.api.put(overridesPath, { body })).body).toEqual({ ok: true, overrideToggleId: null });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ isOverride: true, overrideValue: true }, 'toggleId'],
    [{ toggleId: 'x', isOverride: true }, 'toggleId'],
    [{ toggleId: randomUUID() }, 'isOverride'],
    [{ toggleId: randomUUID(), isOverride: 'true' }, 'isOverride'],
    [{ toggleId: randomUUID(), isOverride: null }, 'isOverride'],
  ])('returns 400 for %j', async (body, field) => {
    const answer = await (await aSuperAdmin()).api.put(overridesPath, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it('returns 404 for an unknown toggle, when set or removed', async () => {
    const admin = await aSuperAdmin();
    expect((await setOverride(admin, randomUUID(), true)).status).toBe(404);
    expect((await setOverride(admin, randomUUID())).status).toBe(404);
  });

  it('takes four DynamoDB requests in all', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const calls = await successfulCallsOf(await setOverride(admin, id, true));
    expect(calls.map(({ action }) => action)).toEqual([
      'UpdateItem',
      'GetItem',
      'GetItem',
      'TransactWriteItems',
    ]);
  });
});

describe('the tenant of an override', () => {
  it('is the caller’s own; another tenant keeps the default', async () => {
    const [one, other] = [await aSuperAdmin(), await aSuperAdmin()];
    const { id, identifier } = await aStoredToggle(one);
    const mine = await setOverride(one, id, true);
    expect((await read(other, id)).body).toMatchObject({ id: '', value: false, tenantId: other.tenantId });
    const theirs = await setOverride(other, id, true);
    expect(theirs.body.overrideToggleId).not.toBe(mine.body.overrideToggleId);
    await setOverride(other, id);
    expect((await check(one, 'boolean', identifier)).body).toMatchObject({ enabled: true });
    expect((await check(other, 'boolean', identifier)).body).toMatchObject({ enabled: false });
  });

  it('can be selected by tenantId in query and body', async () => {
    const [admin, other] = [await aSuperAdmin(), await aSuperAdmin()];
    const { id, identifier } = await aStoredToggle(admin);
    const { tenantId } = other;
    const body = { toggleId: id, isOverride: true, overrideValue: true };
    for (const request of [
      () => admin.api.put(overridesPath, { body: { ...body, tenantId } }),
      () => admin.api.put(`${overridesPath}?tenantId=${tenantId}`, { body }),
    ]) {
      expect((await request()).status).toBe(200);
      expect((await check(other, 'boolean', identifier)).body).toMatchObject({ enabled: true });
      expect((await check(admin, 'boolean', identifier)).body).toMatchObject({ enabled: false });
      const selected = await admin.api.get(`${overridePath(id)}?tenantId=${tenantId}`);
      expect(selected.body).toMatchObject({ value: true, tenantId });
      await setOverride(other, id);
    }
  });

  it('must be selected by a super admin without one, else 400; an unknown one is 403', async () => {
    const [admin, api] = [await aSuperAdmin(), await anAdminWithoutTenant()];
    const { id, identifier } = await aStoredToggle(admin);
    const body = { toggleId: id, isOverride: true, overrideValue: true };
    const requests = (suffix: string) => [
      api.get(`${overridePath(id)}${suffix}`),
      api.get(`${overridesPath}${suffix}`),
      api.put(`${overridesPath}${suffix}`, { body }),
    ];
    for (const answer of await Promise.all([...requests(''), api.get(checkPath('boolean', identifier))])) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'scope_required' } });
    }
    for (const answer of await Promise.all(requests(`?tenantId=${randomUUID()}`))) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    }
    for (const answer of await Promise.all(requests(`?tenantId=${admin.tenantId}`))) {
      expect(answer.status).toBe(200);
    }
    expect((await api.get(globalPath)).status).toBe(200);
  });
});

describe('the ETag of an override', () => {
  const tagOf = async (admin: TestCaller, id: string) => String((await read(admin, id)).headers.get('etag'));
  const setIf = (admin: TestCaller, etag: string, toggleId: string, more: Record<string, unknown>) =>
    admin.api.put(overridesPath, {
      body: { toggleId, isOverride: true, ...more },
      headers: { 'if-match': etag },
    });

  it('changes with every value, also with a returned default, and is never reused', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type: 'number', defaultValue: 0 });
    const tags = [await tagOf(admin, id)];
    const then = async (act: () => Promise<unknown>) => {
      await act();
      tags.push(await tagOf(admin, id));
    };
    await then(() => admin.api.put(globalPath, { body: { id, defaultValue: 1 } }));
    await then(() => setOverride(admin, id, 2));
    await then(() => setOverride(admin, id, 3));
    await setOverride(admin, id);
    await then(() => setOverride(admin, id, 4));
    expect(new Set(tags).size).toBe(tags.length);
    const answer = await admin.api.get(overridePath(id), { headers: { 'if-none-match': tags.at(-1) ?? '' } });
    expect(answer.status).toBe(304);
  });

  it('in If-Match accepts a write with the current version', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type: 'number', defaultValue: 0 });
    const unset = await tagOf(admin, id);
    const set = await setIf(admin, unset, id, { overrideValue: 1 });
    expect(set.status).toBe(200);
    expect(set.headers.get('etag')).toBe(await tagOf(admin, id));
    expect(await setIf(admin, unset, id, { overrideValue: 2 })).toMatchObject({
      status: 412,
      body: { code: 'stale' },
    });
    expect((await setIf(admin, unset, id, { isOverride: false })).status).toBe(412);
    expect((await read(admin, id)).body).toMatchObject({ value: 1 });
    const current = String(set.headers.get('etag'));
    expect((await setIf(admin, current, id, { isOverride: false })).status).toBe(200);
  });

  it('accepts one of parallel writers; without If-Match all', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin, { type: 'number', defaultValue: 0 });
    const writes = Array.from({ length: 6 }, (_, overrideValue) => overrideValue);
    for (const state of ['unset', 'set']) {
      const etag = await tagOf(admin, id);
      const guarded = await Promise.all(
        writes.map((overrideValue) => setIf(admin, etag, id, { overrideValue })),
      );
      const statuses = guarded.map(({ status }) => status).toSorted();
      expect(statuses, state).toEqual([200, ...Array(5).fill(412)]);
    }
    const free = await Promise.all(writes.map((value) => setOverride(admin, id, value)));
    expect(free.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(free.map(({ body }) => body.overrideToggleId)).size).toBe(1);
  });
});
