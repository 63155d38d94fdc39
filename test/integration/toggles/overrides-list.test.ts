import { describe, expect, it } from 'vitest';
import type { OverrideRow } from '../../../shared/modules/toggles/override-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  globalPath,
  overridesPath,
  setOverride,
} from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

interface Page {
  items: OverrideRow[];
  total: number;
  pageSize: number;
  isSuperAdmin: boolean;
}

const list = async ({ api }: TestCaller, query: Record<string, string>) =>
  (await api.get<Page>(`${overridesPath}?${new URLSearchParams(query)}`)).body;

describe('GET /overrides', () => {
  it('has a row for every toggle, overridden or not, 25 per page', async () => {
    const [admin, other] = [await aSuperAdmin(), await aSuperAdmin()];
    const mark = anIdentifier();
    const set = await aStoredToggle(admin, { identifier: `${mark}_a`, category: 'Sales' });
    const unset = await aStoredToggle(admin, { identifier: `${mark}_b` });
    const gone = await aStoredToggle(admin, { identifier: `${mark}_c` });
    await setOverride(admin, gone.id, true);
    await admin.api.delete(globalPath, { body: { id: gone.id } });
    const { body } = await setOverride(admin, set.id, true);

    const rowOf = (
      caller: TestCaller,
      { id, identifier, name, category }: typeof set,
      overrideId: unknown,
    ) => ({
      id: overrideId,
      toggleId: id,
      tenantId: caller.tenantId,
      identifier,
      name,
      category: category ?? '',
      tenantName: 'test tenant',
      isOverride: overrideId !== '',
    });
    expect(await list(admin, { identifier: mark })).toEqual({
      items: [rowOf(admin, set, body.overrideToggleId), rowOf(admin, unset, '')],
      total: 2,
      page: 1,
      pageSize: 25,
      totalPages: 1,
      isSuperAdmin: true,
    });
    expect((await list(other, { identifier: mark })).items).toEqual([
      rowOf(other, set, ''),
      rowOf(other, unset, ''),
    ]);
  });

  it('filters by substring in any case, and sorts', async () => {
    const admin = await aSuperAdmin();
    const mark = anIdentifier();
    await aStoredToggle(admin, { identifier: `${mark}_a`, name: 'Zeta', category: 'ops' });
    await aStoredToggle(admin, { identifier: `${mark}_b`, name: 'Alpha', category: 'Sales' });
    const find = async (query: Record<string, string>) =>
      (await list(admin, { identifier: mark, ...query })).items.map(({ identifier }) => identifier.slice(-1));
    expect(await find({})).toEqual(['a', 'b']);
    expect(await find({ category: 'SAL' })).toEqual(['b']);
    expect(await find({ name: 'zet' })).toEqual(['a']);
    expect(await find({ sortField: 'name' })).toEqual(['b', 'a']);
    expect(await find({ sortField: 'category', sortDir: 'desc' })).toEqual(['b', 'a']);
    expect(await find({ pageSize: '1', page: '2' })).toEqual(['b']);
  });

  it.each(['sortField=type', 'sortDir=x', 'page=0', 'pageSize=201'])('returns 400 for %s', async (query) => {
    const { api } = await aSuperAdmin();
    expect((await api.get(`${overridesPath}?${query}`)).status).toBe(400);
  });

  it('reads a page with at most six DynamoDB requests', async () => {
    const admin = await aSuperAdmin();
    await aStoredToggle(admin);
    // The first list of an instance also checks whether the counters are initialized.
    await admin.api.get(`${overridesPath}?pageSize=5`);
    const calls = await callsOf(await admin.api.get(`${overridesPath}?pageSize=5`));
    const actions = calls.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['UpdateItem', 'Query']);
    // With many toggles the counters are read, and a large toggle by its key; overrides and tenant name are read in
    // parallel.
    expect(actions.length).toBeLessThanOrEqual(6);
  });
});
