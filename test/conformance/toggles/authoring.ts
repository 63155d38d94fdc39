/** Conformance cases of toggles: the toggles of the deployment. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aToggle,
  check,
  globalPath,
  overridePath,
  overridesPath,
  setOverride,
  togglePath,
} from '../../support/builders/toggles.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aCaller, aKey, aSuperAdmin } from '../support/stage.ts';

const { proves } = casesOf('toggles');

/** One super administrator: toggles have unique identifiers. */
const superAdmin = once(() => aSuperAdmin());
const post = async (body: unknown) => (await superAdmin()).api.post<{ id: string }>(globalPath, { body });
const put = async (body: object, headers = {}) => (await superAdmin()).api.put(globalPath, { body, headers });
const remove = async (id: string) => (await superAdmin()).api.delete(`${globalPath}?id=${id}`);
const read = async (id: string) => (await superAdmin()).api.get<Toggle>(togglePath(id));
const aNewToggle = async (overrides: Record<string, unknown> = {}) =>
  aStoredToggle(await superAdmin(), overrides);
const etagOf = async (id: string) => String((await read(id)).headers.get('etag'));
const refusalOf = (field: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { code: 'invalid_input', details: [{ field, message }] },
});

proves('super-admins', async () => {
  const admin = await superAdmin();
  const toggle = await aNewToggle();
  const requests: ((api: TestCaller['api'], id: string) => Promise<{ status: number; body: unknown }>)[] = [
    (api) => api.get(globalPath),
    (api, id) => api.get(togglePath(id)),
    (api) => api.post(globalPath, { body: aToggle() }),
    (api, id) => api.put(globalPath, { body: { id, defaultValue: true } }),
    (api, id) => api.delete(globalPath, { body: { id } }),
    (api, id) => api.get(overridePath(id)),
    (api) => api.get(overridesPath),
    (api, toggleId) => api.put(overridesPath, { body: { toggleId, isOverride: true, overrideValue: true } }),
  ];
  const refusal = { status: 403, body: { required: ['super_admin'], requiredFeatures: ['super_admin'] } };
  for (const features of [['*'], []]) {
    const { api } = await aKey({ ...admin, features });
    for (const request of requests)
      for (const id of [toggle.id, randomUUID(), 'no-uuid'])
        expect(await request(api, id)).toMatchObject(refusal);
  }
  expect((await read(toggle.id)).body).toEqual(toggle);
});

proves('created', async () => {
  const body = aToggle({ description: 'Why', category: 'sales', defaultValue: true });
  const created = await post(body);
  const { id } = created.body;
  expect([created.status, created.body]).toEqual([201, { id }]);
  const { body: toggle } = await read(id);
  const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}\+00$/);
  const none = { prerequisites: [], metadata: {} };
  expect(toggle).toEqual({ id, ...body, ...none, created_at: time, updated_at: toggle.created_at });
  const { defaultValue: _, ...less } = aToggle();
  const { body: other } = await read((await post(less)).body.id);
  expect(other).toMatchObject({ description: null, category: null, defaultValue: null });
});

const values: readonly (readonly [string, unknown])[] = [
  ['boolean', true],
  ['string', ''],
  ['string', '5'],
  ['number', 0],
  ['number', -2.5e-7],
  ['json', { a: [1, { b: null }], c: 'ü😀' }],
  ['json', 'scalar'],
  ['json', false],
  ['boolean', null],
  ['string', null],
  ['number', null],
  ['json', null],
];
proves('kept-values', async () => {
  for (const [type, defaultValue] of values)
    expect(await aNewToggle({ type, defaultValue })).toMatchObject({ type, defaultValue });
});

proves('refused-values', async () => {
  const refused: [string, unknown, string][] = [
    ['boolean', 'true', 'must be a boolean or null'],
    ['boolean', 1, 'must be a boolean or null'],
    ['string', 5, 'must be a string or null'],
    ['number', '5', 'must be a number or null'],
    ['number', {}, 'must be a number or null'],
    ['json', 'x'.repeat(24_576), 'must have at most 24576 bytes as JSON'],
  ];
  for (const [type, defaultValue, message] of refused)
    expect(await post(aToggle({ type, defaultValue }))).toMatchObject(refusalOf('defaultValue', message));
  const { id } = await aNewToggle({ type: 'number', defaultValue: null });
  const answer = await put({ id, defaultValue: '1', name: 'Other' });
  expect(answer).toMatchObject(refusalOf('defaultValue', 'must be a number or null'));
  expect((await read(id)).body).toMatchObject({ name: 'New checkout', defaultValue: null });
  const text = JSON.stringify(aToggle({ type: 'number', defaultValue: 0 })).replace(':0}', ':1e999}');
  expect((await post(text)).status).toBe(400);
});

proves('identifiers', async () => {
  for (const identifier of [
    'Upper',
    'with space',
    'with-dash',
    'with.dot',
    'slash/ed',
    'ümlaut',
    'line\n',
    5,
    null,
  ])
    expect(await post(aToggle({ identifier })), String(identifier)).toMatchObject(refusalOf('identifier'));
  for (const more of [{ description: 5 }, { category: {} }])
    expect(await post(aToggle(more))).toMatchObject(refusalOf(Object.keys(more)[0] ?? ''));
});

proves('changed', async () => {
  let before = await aNewToggle({ description: 'Why', category: 'sales', defaultValue: true });
  const { id } = before;
  for (const changes of [
    { name: 'Other' },
    { description: 'Other' },
    { category: 'other' },
    { defaultValue: false },
    { description: null },
    { category: null },
    { defaultValue: null },
  ]) {
    expect(await put({ id, ...changes })).toMatchObject({ status: 200, body: { id } });
    const { body: after } = await read(id);
    expect(after).toEqual({ ...before, ...changes, updated_at: after.updated_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    before = after;
  }
});

proves('fixed-type', async () => {
  const { id } = await aNewToggle();
  for (const type of ['string', 'nonsense', 5])
    expect((await put({ id, type, name: 'Other' })).status).toBe(200);
  expect((await read(id)).body).toMatchObject({ type: 'boolean', name: 'Other' });
});

proves('refused-changes', async () => {
  const id = randomUUID();
  for (const [body, field] of [
    [{}, 'id'],
    [{ id: 'x' }, 'id'],
    [{ id, identifier: 'Upper' }, 'identifier'],
    [{ id, identifier: null }, 'identifier'],
    [{ id, name: null }, 'name'],
  ] as const)
    expect(await put(body)).toMatchObject(refusalOf(field));
  const { id: deleted } = await aNewToggle();
  await remove(deleted);
  const gone = { status: 404, body: { error: 'Toggle not found.', code: 'not_found' } };
  for (const unknown of [id, deleted]) expect(await put({ id: unknown, name: 'Other' })).toMatchObject(gone);
  expect((await read('none')).status).toBe(400);
});

proves('if-match', async () => {
  const { id } = await aNewToggle();
  const headers = { 'if-match': await etagOf(id) };
  const passed = await put({ id, name: 'first' }, headers);
  expect([passed.status, passed.headers.get('etag')]).toEqual([200, await etagOf(id)]);
  expect(await put({ id, name: 'second' }, headers)).toMatchObject({ status: 412, body: { code: 'stale' } });
  expect((await read(id)).body.name).toBe('first');
  const { api } = await superAdmin();
  const deletion = (ifMatch: string) =>
    api.delete(globalPath, { body: { id }, headers: { 'if-match': ifMatch } });
  expect((await deletion(headers['if-match'])).status).toBe(412);
  const current = await etagOf(id);
  const again = () => api.get(togglePath(id), { headers: { 'if-none-match': current } });
  expect((await again()).status).toBe(304);
  const writers = [1, 2, 3, 4].map((n) => put({ id, name: `n${n}` }, { 'if-match': current }));
  const statuses = (await Promise.all(writers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 412, 412, 412]);
  expect((await again()).status).toBe(200);
  expect((await deletion(await etagOf(id))).status).toBe(200);
});

proves('taken-identifier', async () => {
  const [one, other] = [await aNewToggle(), await aNewToggle()];
  const { identifier } = other;
  const taken = {
    error: `The identifier "${identifier}" is taken.`,
    code: 'toggle_identifier_taken',
    details: [{ field: 'identifier', message: 'is taken' }],
  };
  expect(await post(aToggle({ identifier }))).toMatchObject({ status: 409, body: taken });
  expect(await put({ id: one.id, identifier })).toMatchObject({ status: 409, body: taken });
  for (const toggle of [one, other]) expect((await read(toggle.id)).body).toEqual(toggle);
  await remove(other.id);
  expect((await post(aToggle({ identifier }))).status).toBe(409);
});

proves('deleted', async () => {
  const admin = await superAdmin();
  const ways: ((id: string) => [string, object])[] = [
    (id) => [globalPath, { body: { id } }],
    (id) => [`${globalPath}?id=${id}`, {}],
    (id) => [`${globalPath}?id=${id}`, { body: { id } }],
    (id) => [`${globalPath}?id=${id}`, { body: {} }],
  ];
  for (const requestOf of ways) {
    const { id, identifier } = await aNewToggle({ defaultValue: true });
    expect(await admin.api.delete(...requestOf(id))).toMatchObject({ status: 200, body: { id } });
    for (const answer of [
      await read(id),
      await admin.api.get(overridePath(id)),
      await setOverride(admin, id, true),
      await admin.api.delete(...requestOf(id)),
    ])
      expect(answer.status).toBe(404);
    expect((await check(admin, 'boolean', identifier)).body.code).toBe('MISSING_TOGGLE');
    const { body } = await admin.api.get(`${globalPath}?identifier=${identifier}`);
    expect(body).toMatchObject({ items: [], total: 0, totalPages: 0 });
  }
});

proves('deletion-id', async () => {
  const { api } = await superAdmin();
  for (const [query, body] of [
    ['', undefined],
    ['', {}],
    ['?id=x', undefined],
    [`?id=${randomUUID()}`, { id: randomUUID() }],
  ] as const)
    expect(await api.delete(`${globalPath}${query}`, { body })).toMatchObject(refusalOf('id'));
  expect((await api.delete(globalPath, { body: 'id=1' })).status).toBe(400);
  expect((await remove(randomUUID())).status).toBe(404);
  const { id } = await aNewToggle();
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => remove(id)))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 404, 404, 404]);
});

proves('renamed', async () => {
  const [admin, other] = [await superAdmin(), await aCaller({ features: [] })];
  const toggle = await aNewToggle({ type: 'string', defaultValue: 'old' });
  const { id } = toggle;
  const checked = async (identifier: string) => (await check(admin, 'string', identifier)).body;
  await setOverride(admin, id, 'own');
  const identifier = anIdentifier();
  expect((await put({ id, identifier })).status).toBe(200);
  expect((await checked(toggle.identifier)).code).toBe('MISSING_TOGGLE');
  expect(await checked(identifier)).toMatchObject({ value: 'own', source: 'override', identifier });
  expect((await check(other, 'string', identifier)).body).toMatchObject({ identifier });
  await setOverride(admin, id, 'new');
  expect(await checked(identifier)).toMatchObject({ value: 'new' });
  expect((await put({ id, identifier: toggle.identifier })).status).toBe(200);
  expect(await checked(toggle.identifier)).toMatchObject({ value: 'new' });
  await setOverride(admin, id);
  expect(await checked(toggle.identifier)).toMatchObject({ value: 'old' });
});

proves('former-identifier', async () => {
  const admin = await superAdmin();
  const old = await aNewToggle({ type: 'string', defaultValue: 'old' });
  await setOverride(admin, old.id, 'own');
  const renamed = anIdentifier();
  await put({ id: old.id, identifier: renamed });
  const { identifier } = old;
  const fresh = aToggle({ identifier, type: 'string', defaultValue: 'new' });
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(fresh)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  const id = answers.find(({ status }) => status === 201)?.body.id ?? '';
  const both = async () => [
    (await check(admin, 'string', identifier)).body.value,
    (await check(admin, 'string', renamed)).body.value,
  ];
  expect(await both()).toEqual(['new', 'own']);
  await setOverride(admin, id, 'fresh own');
  expect(await both()).toEqual(['fresh own', 'own']);
  await setOverride(admin, old.id);
  expect(await both()).toEqual(['fresh own', 'old']);
  await remove(id);
  expect((await put({ id: old.id, identifier })).status).toBe(409);
});

/** Four toggles whose identifiers begin with a mark. */
const shelf = once(async () => {
  const mark = anIdentifier();
  const toggle = (suffix: string, more: object) => aNewToggle({ identifier: `${mark}_${suffix}`, ...more });
  const rows = [
    await toggle('c', { name: 'Alpha 50%', category: 'Sales', type: 'string', defaultValue: 'x' }),
    await toggle('a', { name: 'beta_one', category: null, description: `Ask Größe ${mark}` }),
    await toggle('d', { name: 'Gamma', category: 'sales EU', type: 'number', defaultValue: 1 }),
    await toggle('b', { name: 'delta', category: 'ops', type: 'json', defaultValue: { a: 1 } }),
  ];
  return { mark, rows };
});
async function list(query: Record<string, string>) {
  const { api } = await superAdmin();
  const { mark } = await shelf();
  const path = `${globalPath}?${new URLSearchParams({ identifier: mark, ...query })}`;
  return (await api.get<{ items: Toggle[]; total: number; totalPages: number }>(path)).body;
}
const find = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ identifier }) => identifier.slice(-1)).join('');

proves('list', async () => {
  const { rows } = await shelf();
  const items = rows.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1));
  expect(await list({})).toEqual({ items, total: 4, totalPages: 1, page: 1, pageSize: 50 });
  const none = { items: [], total: 0, totalPages: 0 };
  expect(await list({ identifier: anIdentifier() })).toMatchObject(none);
  const pages = [await list({ pageSize: '3' }), await list({ pageSize: '3', page: '2' })];
  expect(pages.flatMap((page) => page.items)).toEqual(items);
  for (const page of pages) expect(page).toMatchObject({ total: 4, totalPages: 2, pageSize: 3 });
});

proves('list-filters', async () => {
  const { mark, rows } = await shelf();
  const found: [Record<string, string>, string][] = [
    [{ category: 'SALES' }, 'cd'],
    [{ category: ' ops ' }, 'b'],
    [{ name: 'TA' }, 'ab'],
    [{ name: '%' }, 'c'],
    [{ name: '_' }, 'a'],
    [{ name: '.*' }, ''],
    [{ name: '  ' }, 'abcd'],
    [{ identifier: `${mark.toUpperCase()}_B` }, 'b'],
    [{ type: 'json' }, 'b'],
    [{ type: 'string', category: 'sales' }, 'c'],
    [{ type: 'number', name: 'alpha' }, ''],
    [{ id: rows[0]?.id ?? '' }, 'c'],
    [{ id: rows[0]?.id ?? '', type: 'json' }, ''],
    [{ search: mark }, 'abcd'],
    [{ search: 'gamma' }, 'd'],
    [{ search: 'GRÖßE' }, 'a'],
    [{ search: ' eu ' }, 'd'],
    [{ search: '50%' }, 'c'],
    [{ search: 'null' }, ''],
  ];
  for (const [query, expected] of found) expect(await find(query), JSON.stringify(query)).toBe(expected);
});

proves('list-sorting', async () => {
  const { rows } = await shelf();
  const byId = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ identifier }) => identifier.slice(-1));
  const orders = {
    ...{ identifier: 'abcd', name: 'cabd', category: 'abcd', type: 'abdc' },
    ...{ createdAt: 'cadb', updatedAt: 'cadb', id: byId.join('') },
  };
  for (const [sortField, expected] of Object.entries(orders)) {
    expect(await find({ sortField, sortDir: 'asc' }), sortField).toBe(expected);
    const reversed = [...expected].toReversed().join('');
    expect(await find({ sortField, sortDir: 'desc' }), sortField).toBe(reversed);
    expect(await find({ sortField }), sortField).toBe(sortField.endsWith('At') ? reversed : expected);
  }
});
