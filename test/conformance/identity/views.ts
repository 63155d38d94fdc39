/** Conformance cases of the views that callers save for lists. */
import { expect } from 'vitest';
import type { Api } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aSession, aUser } from '../support/people.ts';
import { aCaller, aSibling, theCaller } from '../support/stage.ts';

const { proves } = casesOf('identity');

const path = '/api/auth/views';
const aView = (more: object = {}) => ({
  ...{ list: '/deliveries', name: 'Failed', search: 'status=failed', ...more },
});
const read = async ({ api }: { api: Api }) => (await api.get<{ items: unknown[] }>(path)).body.items;
const save = ({ api }: { api: Api }, items: unknown, headers: Record<string, string> = {}) =>
  api.put<{ items: unknown[]; details?: { path: string }[] }>(path, { body: { items }, headers });

proves('views', async () => {
  const home = await aCaller();
  const user = await aUser(home);
  const [first, second] = [await aSession(user), await aSession(user)];
  const items = [
    aView({ columns: ['Webhook', 'Status'], pageSize: 50 }),
    aView({ list: '/jobs', search: '' }),
    aView({ list: '/jobs', name: 'of today' }),
    aView({ list: '/jobs of', name: 'today' }),
  ];
  expect(await save(first, items)).toMatchObject({ status: 200, body: { items } });
  expect(await save(home, [aView()])).toMatchObject({ status: 200 });
  expect(await read(second)).toEqual(items);
  expect(await read(home)).toEqual([aView()]);
  for (const other of [await aSession(await aUser(home)), await aSibling(home)])
    expect(await read(other)).toEqual([]);
});

proves('views-replaced', async () => {
  const caller = await aCaller();
  const etagOf = async () => (await caller.api.get(path)).headers.get('etag') ?? '';
  const none = await etagOf();
  expect(await save(caller, [aView()], { 'if-match': none })).toMatchObject({ status: 200 });
  expect(await save(caller, [], { 'if-match': none })).toMatchObject({ status: 412 });
  expect(await read(caller)).toEqual([aView()]);
  const items = [aView({ name: 'Expired', search: 'status=expired' })];
  expect(await save(caller, items, { 'if-match': await etagOf() })).toMatchObject({ status: 200 });
  expect(await read(caller)).toEqual(items);
  await save(caller, []);
  expect(await read(caller)).toEqual([]);
});

const refused: Record<string, [items: unknown, status: number]> = {
  'no list': [{}, 400],
  '101 views': [Array.from({ length: 101 }, (_, index) => aView({ name: `View ${index}` })), 400],
  'a name twice in a list': [[aView(), aView({ search: '' })], 400],
  'an empty name': [[aView({ name: '' })], 400],
  'a name of 61 characters': [[aView({ name: 'n'.repeat(61) })], 400],
  'a search of 2 001 characters': [[aView({ search: 's'.repeat(2_001) })], 400],
  '51 columns': [[aView({ columns: Array.from({ length: 51 }, String) })], 400],
  'pages of 101 rows': [[aView({ pageSize: 101 })], 400],
  'more than 64 KiB': [
    Array.from({ length: 40 }, (_, at) => aView({ name: `${at}`, search: 's'.repeat(1_900) })),
    413,
  ],
};

proves('views-refused', Object.keys(refused), async (what) => {
  const caller = await theCaller();
  const [items, status] = refused[what] ?? [];
  expect(await save(caller, items)).toMatchObject({ status });
});
