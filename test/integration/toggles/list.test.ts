import { describe, expect, it } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { anIdentifier, aStoredToggle, aSuperAdmin, globalPath } from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

interface Page {
  items: Toggle[];
  total: number;
  totalPages: number;
  page: number;
  pageSize: number;
}

const list = async ({ api }: TestCaller, query: Record<string, string>) =>
  (await api.get<Page>(`${globalPath}?${new URLSearchParams(query)}`)).body;

/** Four toggles whose identifiers share a unique prefix. */
async function someToggles() {
  const admin = await aSuperAdmin();
  const mark = anIdentifier();
  const toggle = (suffix: string, more: Record<string, unknown>) =>
    aStoredToggle(admin, { identifier: `${mark}_${suffix}`, ...more });
  const rows = [
    await toggle('c', { name: 'Alpha 50%', category: 'Sales', type: 'string', defaultValue: 'x' }),
    await toggle('a', { name: 'beta_one', category: null, description: `Ask Größe ${mark}` }),
    await toggle('d', { name: 'Gamma', category: 'sales EU', type: 'number', defaultValue: 1 }),
    await toggle('b', { name: 'delta', category: 'ops', type: 'json', defaultValue: { a: 1 } }),
  ];
  const suffixes = (page: Page) => page.items.map(({ identifier }) => identifier.slice(-1)).join('');
  const find = async (query: Record<string, string>) =>
    suffixes(await list(admin, { identifier: mark, ...query }));
  return { admin, mark, rows, find };
}

describe('GET /global', () => {
  it('returns whole toggles by identifier, 50 per page', async () => {
    const { admin, mark, rows } = await someToggles();
    expect(await list(admin, { identifier: mark })).toEqual({
      items: rows.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1)),
      total: 4,
      totalPages: 1,
      page: 1,
      pageSize: 50,
    });
  });

  it('is empty with totalPages 0 if nothing matches', async () => {
    const admin = await aSuperAdmin();
    expect(await list(admin, { identifier: anIdentifier() })).toEqual({
      items: [],
      total: 0,
      totalPages: 0,
      page: 1,
      pageSize: 50,
    });
  });

  it('filters category, name and identifier by substring in any case, and type exactly', async () => {
    const { find, mark } = await someToggles();
    const found: [Record<string, string>, string][] = [
      [{ category: 'SALES' }, 'cd'],
      [{ category: 'sales eu' }, 'd'],
      [{ category: ' ops ' }, 'b'],
      [{ name: 'TA' }, 'ab'],
      [{ name: '50%' }, 'c'],
      [{ name: '%' }, 'c'],
      [{ name: '_' }, 'a'],
      [{ name: '.*' }, ''],
      [{ name: '' }, 'abcd'],
      [{ name: '  ' }, 'abcd'],
      [{ identifier: `${mark.toUpperCase()}_B` }, 'b'],
      [{ type: 'json' }, 'b'],
      [{ type: 'boolean' }, 'a'],
      [{ type: 'string', category: 'sales' }, 'c'],
      [{ type: 'number', name: 'alpha' }, ''],
    ];
    for (const [query, expected] of found) expect(await find(query), JSON.stringify(query)).toBe(expected);
  });

  it('searches identifier, name, description and category', async () => {
    const { find, mark } = await someToggles();
    const found: [string, string][] = [
      [mark, 'abcd'],
      [`${mark}_C`, 'c'],
      ['gamma', 'd'],
      ['GRÖßE', 'a'],
      ['SALES', 'cd'],
      [' eu ', 'd'],
      ['50%', 'c'],
      ['null', ''],
    ];
    for (const [search, expected] of found) expect(await find({ search }), search).toBe(expected);
  });

  it('sorts by every field in both directions', async () => {
    const { find, rows } = await someToggles();
    const byId = rows
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ identifier }) => identifier.slice(-1));
    const orders: [string, string][] = [
      ['identifier', 'abcd'],
      ['name', 'cabd'],
      ['category', 'abcd'],
      ['type', 'abdc'],
      ['createdAt', 'cadb'],
      ['updatedAt', 'cadb'],
      ['id', byId.join('')],
    ];
    for (const [sortField, expected] of orders) {
      expect(await find({ sortField, sortDir: 'asc' }), sortField).toBe(expected);
      const reversed = [...expected].toReversed().join('');
      expect(await find({ sortField, sortDir: 'desc' }), sortField).toBe(reversed);
      expect(await find({ sortField }), sortField).toBe(sortField.endsWith('At') ? reversed : expected);
    }
  });

  it('returns each match on exactly one page', async () => {
    const { admin, mark } = await someToggles();
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) => list(admin, { identifier: mark, pageSize: '3', page })),
    );
    expect(pages.map(({ items }) => items.length)).toEqual([3, 1, 0]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(4);
    for (const page of pages) expect(page).toMatchObject({ total: 4, totalPages: 2, pageSize: 3 });
  });

  it.each([
    'type=bool',
    'sortField=created_at',
    'sortDir=up',
    'page=0',
    'page=x',
    'pageSize=0',
    'pageSize=201',
  ])('returns 400 for %s', async (query) => {
    const { api } = await aSuperAdmin();
    const { status, body } = await api.get(`${globalPath}?${query}`);
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field: query.split('=')[0], message: expect.any(String) }]);
  });

  it('reads a toggle by key if the id is given, strongly consistent', async () => {
    const { api } = await aSuperAdmin();
    const { id } = await aStoredToggle({ api });
    const answer = await api.get(`${globalPath}?id=${id}`);
    expect(answer.body).toMatchObject({ items: [{ id }], total: 1 });
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem']);
    expect((await api.get(`${globalPath}?id=${id}&type=json`)).body).toMatchObject({ items: [], total: 0 });
  });

  it('reads its first page and the total with at most four DynamoDB requests', async () => {
    const { admin } = await someToggles();
    // The first list of an instance also checks whether the counters are initialized.
    await admin.api.get(`${globalPath}?pageSize=1`);
    const calls = await callsOf(await admin.api.get(`${globalPath}?pageSize=1`));
    const actions = calls.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['UpdateItem', 'Query']);
    // With many toggles the counters are read, and a large toggle by its key.
    expect(actions.length).toBeLessThanOrEqual(4);
  });
});
