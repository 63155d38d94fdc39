import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { overrideKey } from '../../../shared/modules/toggles/keys.ts';
import {
  aStoredToggle,
  aSuperAdmin,
  aToggle,
  check,
  globalPath,
  overridePath,
  setOverride,
  togglePath,
} from '../../support/builders/toggles.ts';

describe('DELETE /global', () => {
  it.each<[string, (id: string) => [string, { body?: unknown }]]>([
    ['in the body', (id) => [globalPath, { body: { id } }]],
    ['in the query', (id) => [`${globalPath}?id=${id}`, {}]],
    ['in both', (id) => [`${globalPath}?id=${id}`, { body: { id } }]],
    ['in the query with an empty body', (id) => [`${globalPath}?id=${id}`, { body: {} }]],
  ])('accepts the id %s, and deletes the toggle', async (_, requestOf) => {
    const admin = await aSuperAdmin();
    const { id, identifier } = await aStoredToggle(admin, { defaultValue: true });
    const { status, body } = await admin.api.delete(...requestOf(id));
    expect({ status, body }).toEqual({ status: 200, body: { id } });
    expect((await admin.api.get(togglePath(id))).status).toBe(404);
    expect((await admin.api.get(overridePath(id))).status).toBe(404);
    expect((await setOverride(admin, id, true)).status).toBe(404);
    expect((await check(admin, 'boolean', identifier)).body.code).toBe('MISSING_TOGGLE');
    const { body: list } = await admin.api.get(`${globalPath}?identifier=${identifier}`);
    expect(list).toMatchObject({ items: [], total: 0, totalPages: 0 });
    expect((await admin.api.delete(...requestOf(id))).status).toBe(404);
  });

  it.each<[string, string, unknown]>([
    ['no id', '', undefined],
    ['an empty body', '', {}],
    ['an invalid id', '?id=x', undefined],
    ['different ids', `?id=${randomUUID()}`, { id: randomUUID() }],
  ])('returns 400 for %s', async (_, query, body) => {
    const { api } = await aSuperAdmin();
    const answer = await api.delete(`${globalPath}${query}`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: 'id', message: expect.any(String) }]);
  });

  it('returns 400 for a body that is not JSON', async () => {
    const { api } = await aSuperAdmin();
    expect((await api.delete(globalPath, { body: 'id=1' })).status).toBe(400);
  });

  it('returns 404 for an unknown id', async () => {
    const { api } = await aSuperAdmin();
    expect((await api.delete(globalPath, { body: { id: randomUUID() } })).status).toBe(404);
  });

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

  it('returns 412 for an outdated version', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const etag = String((await admin.api.get(togglePath(id))).headers.get('etag'));
    await admin.api.put(globalPath, { body: { id, name: 'newer' } });
    const remove = (ifMatch: string) =>
      admin.api.delete(globalPath, { body: { id }, headers: { 'if-match': ifMatch } });
    expect((await remove(etag)).status).toBe(412);
    const current = String((await admin.api.get(togglePath(id))).headers.get('etag'));
    expect((await remove(current)).status).toBe(200);
  });

  it('succeeds for exactly one of parallel callers', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const remove = async () => (await admin.api.delete(`${globalPath}?id=${id}`)).status;
    const statuses = await Promise.all(Array.from({ length: 6 }, remove));
    expect(statuses.toSorted()).toEqual([200, ...Array(5).fill(404)]);
  });
});
