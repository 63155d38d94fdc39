import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  check,
  globalPath,
  togglePath,
} from '../../support/builders/toggles.ts';
import { successfulCallsOf } from '../../support/clients/api.ts';

const put = ({ api }: TestCaller, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.put(globalPath, { body, headers });
const read = ({ api }: TestCaller, id: string) => api.get<Toggle>(togglePath(id));

describe('PUT /global', () => {
  it.each<Partial<Toggle>>([
    { name: 'Other' },
    { description: 'Other' },
    { category: 'other' },
    { defaultValue: false },
    { description: null },
    { category: null },
    { defaultValue: null },
  ])('changes only %j, and returns the id', async (changes) => {
    const admin = await aSuperAdmin();
    const before = await aStoredToggle(admin, { description: 'Why', category: 'sales', defaultValue: true });
    const { status, body } = await put(admin, { id: before.id, ...changes });
    expect({ status, body }).toEqual({ status: 200, body: { id: before.id } });
    const { body: after } = await read(admin, before.id);
    expect(after).toEqual({ ...before, ...changes, updated_at: after.updated_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    await assertToggleWhole(after);
  });

  it('ignores the type in the body, valid or not', async () => {
    const admin = await aSuperAdmin();
    const before = await aStoredToggle(admin);
    for (const type of ['string', 'nonsense', 5]) {
      expect((await put(admin, { id: before.id, type, name: 'Other' })).status).toBe(200);
    }
    expect((await read(admin, before.id)).body).toMatchObject({ type: 'boolean', name: 'Other' });
  });

  it.each<[string, unknown]>([
    ['boolean', 'yes'],
    ['string', 1],
    ['number', '1'],
  ])('returns 400 for a %s toggle with the default %j, and changes nothing', async (type, defaultValue) => {
    const admin = await aSuperAdmin();
    const before = await aStoredToggle(admin, { type, defaultValue: null });
    const { status, body } = await put(admin, { id: before.id, defaultValue, name: 'Other' });
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field: 'defaultValue', message: `must be a ${type} or null` }]);
    expect((await read(admin, before.id)).body).toEqual(before);
  });

  it.each([
    [{}, 'id'],
    [{ id: 'x' }, 'id'],
    [{ id: randomUUID(), identifier: 'Upper' }, 'identifier'],
    [{ id: randomUUID(), identifier: null }, 'identifier'],
    [{ id: randomUUID(), name: '' }, 'name'],
    [{ id: randomUUID(), name: null }, 'name'],
  ])('returns 400 for %j', async (body, field) => {
    const answer = await put(await aSuperAdmin(), body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it('returns 404 for an unknown and for a deleted toggle', async () => {
    const admin = await aSuperAdmin();
    const { id: deleted } = await aStoredToggle(admin);
    await admin.api.delete(`${globalPath}?id=${deleted}`);
    for (const id of [randomUUID(), deleted]) {
      const { status, body } = await put(admin, { id, name: 'Other' });
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: 'Toggle not found.', code: 'not_found' },
      });
    }
  });

  it('takes three DynamoDB requests in all', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const calls = await successfulCallsOf(await put(admin, { id, defaultValue: true }));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'TransactWriteItems']);
  });
});

describe('GET /global/{id}', () => {
  it('returns 400 for an invalid id and 404 for an unknown one', async () => {
    const { api } = await aSuperAdmin();
    expect((await api.get(togglePath('none'))).status).toBe(400);
    expect((await api.get(togglePath(randomUUID()))).status).toBe(404);
  });

  it('returns 304 to its own ETag until the toggle changes', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const etag = String((await read(admin, id)).headers.get('etag'));
    const again = () => admin.api.get(togglePath(id), { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await put(admin, { id, defaultValue: true });
    expect((await again()).status).toBe(200);
  });
});

describe('If-Match', () => {
  it('accepts the named version and returns 412 for any other', async () => {
    const admin = await aSuperAdmin();
    const before = await aStoredToggle(admin);
    const etag = String((await read(admin, before.id)).headers.get('etag'));
    const change = (name: string) => put(admin, { id: before.id, name }, { 'if-match': etag });
    const passed = await change('first');
    expect(passed.status).toBe(200);
    expect(passed.headers.get('etag')).toBe((await read(admin, before.id)).headers.get('etag'));
    const { status, body } = await change('second');
    expect({ status, body }).toEqual({ status: 412, body: { error: expect.any(String), code: 'stale' } });
    expect((await read(admin, before.id)).body.name).toBe('first');
  });

  it('accepts one of parallel writers; without it all, and the toggle stays consistent', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const etag = String((await read(admin, id)).headers.get('etag'));
    const all = (headers: Record<string, string>) =>
      Promise.all(
        Array.from(
          { length: 6 },
          async (_, index) => (await put(admin, { id, name: `n${index}` }, headers)).status,
        ),
      );
    expect((await all({ 'if-match': etag })).toSorted()).toEqual([200, ...Array(5).fill(412)]);
    expect(await all({})).toEqual(Array(6).fill(200));
    await assertToggleWhole((await read(admin, id)).body);
  });
});

describe('a new default', () => {
  it('is returned by the next check', async () => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { type: 'number', defaultValue: 0 });
    for (const defaultValue of [1, 2, 3, 4, 5]) {
      await put(admin, { id, defaultValue });
      expect((await check(admin, 'number', identifier)).body).toMatchObject({ value: defaultValue });
    }
  });
});

describe('the identifier of another toggle', () => {
  it('is refused with 409 on a rename, and both stay unchanged', async () => {
    const admin = await aSuperAdmin();
    const [one, other] = [await aStoredToggle(admin), await aStoredToggle(admin)];
    const { status, body } = await put(admin, { id: one.id, identifier: other.identifier });
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'toggle_identifier_taken' } });
    for (const toggle of [one, other]) {
      expect((await read(admin, toggle.id)).body).toEqual(toggle);
      await assertToggleWhole(toggle);
    }
  });

  it('is assigned to exactly one of parallel renames', async () => {
    const admin = await aSuperAdmin();
    const toggles = await Promise.all(Array.from({ length: 5 }, () => aStoredToggle(admin)));
    const identifier = anIdentifier();
    const answers = await Promise.all(toggles.map(({ id }) => put(admin, { id, identifier })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(4).fill(409)]);
    for (const { id } of toggles) await assertToggleWhole((await read(admin, id)).body);
  });
});
