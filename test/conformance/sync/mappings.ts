/** Conformance cases of sync: mappings, saved and applied. */
import { expect } from 'vitest';
import { aMapping, mappingPath, mappingsPath, someMapping } from '../../support/builders/sync-mappings.ts';
import { failuresOf } from '../../support/builders/sync-runs.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aSibling, aTenant, theCaller } from '../support/stage.ts';
import { aSource, type Body, counts, entityType, map, recordsIn } from '../support/sync-source.ts';

const { proves } = casesOf('sync');

interface Page {
  items: { id: string }[];
  total: number;
}

const nestedCondition = (levels: number): object =>
  levels === 1
    ? { field: 'city', operator: '=', value: 'Oslo' }
    : { operator: 'AND', rules: [nestedCondition(levels - 1)] };

proves('mapping-replaced', async () => {
  const { api } = await aCaller();
  const body = aMapping();
  const first = await api.post(mappingsPath, { body });
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    ...{ id: expect.any(String), ...body },
    ...{ createdAt: expect.any(String), updatedAt: first.body.createdAt },
  });
  const mapping = { otherFields: 'keep', note: 'kept as it is', fields: [] };
  const second = await api.post(mappingsPath, { body: { ...body, mapping } });
  expect(second).toMatchObject({
    status: 200,
    body: { id: first.body.id, mapping, createdAt: first.body.createdAt },
  });
  const read = await api.get(mappingPath(String(first.body.id)));
  expect(read.body).toEqual(second.body);
  expect(read.headers.get('etag')).toBe('"2"');
});

proves('one-mapping', async () => {
  const { api } = await aCaller();
  const body = aMapping();
  const answers = await Promise.all([1, 2, 3, 4].map(() => api.post(mappingsPath, { body })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
  expect((await api.get<Page>(mappingsPath)).body.total).toBe(1);
});

proves('mapping-versions', async () => {
  const { api } = await aCaller();
  const body = aMapping();
  const headers = { 'if-match': '"1"' };
  expect((await api.post(mappingsPath, { body, headers })).status).toBe(412);
  const { body: saved } = await api.post(mappingsPath, { body });
  const path = mappingPath(String(saved.id));
  const change = { body: { mapping: {} }, headers };
  expect(await api.put(path, change)).toMatchObject({
    status: 200,
    body: { ...saved, ...change.body, updatedAt: expect.any(String) },
  });
  const stale = [
    await api.post(mappingsPath, { body, headers }),
    await api.put(path, change),
    await api.delete(path, { headers }),
  ];
  expect(stale.map(({ status }) => status)).toEqual([412, 412, 412]);
  expect((await api.delete(path, { headers: { 'if-match': '"2"' } })).body).toEqual({ deleted: true });
  expect((await api.get(path)).status).toBe(404);
});

const mapped = (externalField: string, localField: string, more: object = {}) => ({
  ...{ externalField, localField, ...more },
});
const tooMany = Array.from({ length: 201 }, (_, number) => mapped('a', `f${number}`));

proves(
  'mapping-problems',
  [
    [{ mapping: 'all' }, 'mapping'],
    [{ entityType: 'webhooks.webhook' }, 'entityType'],
    [{ mapping: { fields: [mapped('a', 'a.b.c.d.e.f.g.h.i.j.k')] } }, 'mapping.fields[0].localField'],
    [{ mapping: { fields: [mapped('a', 'b', { transform: 'explode' })] } }, 'mapping.fields[0].transform'],
    [{ mapping: { fields: [mapped('a', 'x'), mapped('b', 'x')] } }, 'mapping.fields[1].localField'],
    [{ mapping: { fields: tooMany } }, 'mapping.fields'],
    [{ mapping: { matchStrategy: 'custom' } }, 'mapping.matchField'],
    [{ mapping: { condition: { field: 'city', operator: '~', value: 1 } } }, 'mapping.condition'],
    [{ mapping: { condition: nestedCondition(101) } }, 'mapping.condition'],
  ] as const,
  async ([more, field]) => {
    const { api } = await theCaller();
    const answer = await api.post(mappingsPath, { body: aMapping(more) });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  },
);

proves('mapping-condition', async () => {
  const { api } = await aCaller();
  const condition = nestedCondition(100);
  const { status, body } = await api.post(mappingsPath, { body: aMapping({ mapping: { condition } }) });
  expect({ status, body }).toMatchObject({ status: 201, body: { mapping: { condition } } });
  const path = mappingPath(String(body.id));
  const { body: without } = await api.put(path, { body: { mapping: { condition: null } } });
  expect(without.mapping).toEqual({ condition: null });
});

proves('calculating-condition', async () => {
  const source = await aSource();
  const above = (value: string) => ({ condition: { field: 'total', operator: '>', value } });
  await map(source.caller, above('{{limit * 2}}'));
  source.items = [
    { id: '1', total: 9, limit: 4 },
    { id: '2', total: 7, limit: 4 },
    { id: '3', total: 9, limit: 'four' },
  ];
  expect(await source.sync()).toMatchObject({ heldBackCount: 1, createdCount: 1, failedCount: 1 });
  expect(await recordsIn(source.caller)).toMatchObject([{ externalId: '1' }]);
  const { api } = source.caller;
  const message = expect.stringMatching(/^value, position \d+: /);
  const refusal = { status: 400, body: { details: [{ field: 'mapping.condition', message }] } };
  const invalid = { mapping: above('{{limit *}}') };
  expect(await api.post(mappingsPath, { body: aMapping(invalid) })).toMatchObject(refusal);
  const { body } = await api.post(mappingsPath, { body: aMapping() });
  expect(await api.put(mappingPath(String(body.id)), { body: invalid })).toMatchObject(refusal);
});

proves('mappings-isolated', async () => {
  const caller = await aCaller();
  const { body } = await caller.api.post(mappingsPath, { body: aMapping() });
  const path = mappingPath(String(body.id));
  const { integrationId } = body;
  for (const { api } of [await aSibling(caller), await aTenant()]) {
    const answers = [
      await api.get(path),
      await api.put(path, { body: { mapping: {} } }),
      await api.delete(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await api.get<Page>(mappingsPath)).body.total).toBe(0);
    const own = await api.post(mappingsPath, { body: aMapping({ integrationId, mapping: {} }) });
    expect(own.status).toBe(201);
    expect(own.body.id).not.toBe(body.id);
  }
  expect((await caller.api.get(path)).body).toEqual(body);
});

proves('mapping-filters', async () => {
  const { api } = await aCaller();
  const saved: string[] = [];
  for (const integrationId of ['sync_a', 'sync_b'])
    for (const type of ['shop.product', 'shop.order']) {
      const { body } = await api.post(mappingsPath, { body: aMapping({ integrationId, entityType: type }) });
      saved.push(String(body.id));
    }
  const idsOf = async (query: string) =>
    (await api.get<Page>(`${mappingsPath}?${query}`)).body.items.map(({ id }) => saved.indexOf(id));
  expect(await idsOf('')).toEqual([3, 2, 1, 0]);
  expect(await idsOf('sortField=createdAt&sortDir=asc&pageSize=3')).toEqual([0, 1, 2]);
  expect(await idsOf('integrationId=sync_b')).toEqual([3, 2]);
  expect(await idsOf('integrationId=sync_b&entityType=shop.order')).toEqual([3]);
  expect(await idsOf(`id=${saved[1]}`)).toEqual([1]);
  expect(await idsOf('search=PRODUCT')).toEqual([2, 0]);
});

proves('mapped-fields', async () => {
  const item = {
    ...{ sku: 'A-1', Name: ' Ada ', address: { town: 'Bonn' }, ref: 12, size: 7 },
    ...{ secret: 'x', note: 'n', other: 'o' },
  };
  const source = await aSource([item, { sku: 'A-2', Name: ' ', ref: null }, { Name: 'no id' }]);
  const { caller } = source;
  const definition = { entityType, key: 'size', kind: 'integer' };
  await caller.api.post('/api/entities/definitions', { body: definition });
  await map(caller, {
    fields: [
      mapped('sku', 'sku', { mappingKind: 'external_id' }),
      mapped('Name', 'name', { transform: 'trim', required: true }),
      mapped('address.town', 'city', { defaultValue: 'Köln' }),
      mapped('ref', 'relatedId', { mappingKind: 'relation' }),
      mapped('size', 'size', { mappingKind: 'custom_field' }),
      mapped('note', 'note', { mappingKind: 'metadata' }),
      mapped('secret', 'secret', { mappingKind: 'ignore' }),
    ],
  });
  const run = await source.sync();
  expect(run).toMatchObject(counts(1, 0, 0, 2));
  expect((await failuresOf(caller, run)).map(({ error }) => error)).toEqual([
    'Name is required.',
    'Item 3 of the page has no sku.',
  ]);
  const fields = { name: 'Ada', city: 'Bonn', relatedId: '12', metadata: { note: 'n' } };
  const records = await recordsIn(caller);
  expect(records).toMatchObject([{ externalId: 'A-1', fields, customFields: { size: 7 } }]);
  expect(records[0]?.fields).not.toHaveProperty('other');
  await source.sync({ direction: 'export', fullSync: true });
  const sent = source.received.flatMap(({ items }) => items);
  expect(sent).toEqual([
    { sku: 'A-1', Name: 'Ada', address: { town: 'Bonn' }, ref: '12', size: 7, note: 'n' },
  ]);
});

const transforms: readonly [transform: unknown, value: unknown, imported: unknown][] = [
  ['trim', ' a ', 'a'],
  ['uppercase', 'a', 'A'],
  ['string', 1, '1'],
  ['number', '1.5', 1.5],
  ['boolean', 'yes', true],
  ['boolean', '', null],
  [{ name: 'date', unit: 's' }, 0, '1970-01-01T00:00:00.000Z'],
  ['json', '{"a":1}', { a: 1 }],
  [['trim', { name: 'split', separator: '|' }], ' x|y ', ['x', 'y']],
  [{ name: 'join', separator: ';' }, ['x', 'y'], 'x;y'],
  [{ name: 'replace', search: 'a', with: 'b' }, 'aa', 'bb'],
  [{ name: 'lookup', values: { A: 'active' } }, 'A', 'active'],
  [{ name: 'lookup', values: { A: 'active' }, otherwise: null }, 'B', null],
  [{ name: 'constant', value: 9 }, 'x', 9],
];

proves('transforms', async () => {
  const item = Object.fromEntries(transforms.map(([, value], index) => [`v${index}`, value]));
  const source = await aSource([
    { id: '1', ...item },
    { id: '2', v3: 'many' },
  ]);
  const fields = transforms.map(([transform], index) => mapped(`v${index}`, `f${index}`, { transform }));
  await map(source.caller, { fields });
  const run = await source.sync();
  const [record] = await recordsIn(source.caller);
  for (const [index, [transform, , imported]] of transforms.entries())
    expect(record?.fields[`f${index}`], JSON.stringify(transform)).toEqual(imported);
  expect((await failuresOf(source.caller, run)).map(({ error }) => error)).toEqual(['v3 is not a number.']);
});

proves('exact-integers', async () => {
  const source = await aSource();
  source.answer = () => ({ body: '{"items":[{"id":12345678901234567890,"big":98765432109876543210}]}' });
  await source.sync();
  expect(await recordsIn(source.caller)).toMatchObject([
    { externalId: '12345678901234567890', fields: { big: '98765432109876543210' } },
  ]);
});

proves('mapping-deleted', async () => {
  const source = await aSource([{ id: '1', Name: 'Ada', more: 1 }]);
  const { api } = source.caller;
  const { integrationId } = await source.sync();
  const body = { integrationId, entityType, mapping: someMapping() };
  const saved = await api.post(mappingsPath, { body });
  const stored = async (): Promise<Body | undefined> => (await recordsIn(source.caller))[0]?.fields;
  expect(await stored()).toEqual({ Name: 'Ada', more: 1 });
  source.items = [{ id: '2', Name: ' Bob ', more: 2 }];
  await source.sync();
  expect((await recordsIn(source.caller))[1]?.fields).toEqual({ name: 'Bob' });
  await api.delete(mappingPath(String(saved.body.id)));
  source.items = [{ id: '3', Name: ' Cleo ', more: 3 }];
  await source.sync();
  expect((await recordsIn(source.caller))[2]?.fields).toEqual({ Name: ' Cleo ', more: 3 });
});
