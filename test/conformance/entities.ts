import { expect } from 'vitest';
import type { TestCaller } from '../support/builders/tenants.ts';
import { conformance } from './support/conformance.ts';
import { receiveEvents } from './support/events.ts';
import { expectHidden } from './support/rules.ts';
import { aCaller, aSibling, aTenant, aTenantWithEvents, created } from './support/stage.ts';

const { proves } = conformance('entities');

const records = '/api/entities/records';
const definitions = '/api/entities/definitions';

interface RecordBody extends Record<string, unknown> {
  id: string;
}
interface ListBody extends Record<string, unknown> {
  items: RecordBody[];
  total: number;
}

const order = { entityType: 'sales.order', externalId: 'SO-1', fields: { number: 'SO-1', total: 250 } };
const define = ({ api }: TestCaller, key: string, kind: string, more: object = {}) =>
  api.post(definitions, { body: { entityType: 'sales.order', key, kind, ...more } });
const undefine = ({ api }: TestCaller, key: string) =>
  api.delete(`${definitions}?entityType=sales.order&key=${key}`);
const defined = async ({ api }: TestCaller) =>
  (await api.get<ListBody>(`${definitions}?entityType=sales.order`)).body.items;
const create = ({ api }: TestCaller, more: object = {}) =>
  api.post<RecordBody>(records, { body: { ...order, ...more } });
const stored = (caller: TestCaller, more: object = {}): Promise<RecordBody> => created(create(caller, more));
/** Creates a record without an external id. */
const valued = (caller: TestCaller, customFields: object) =>
  create(caller, { externalId: undefined, customFields });
const put = ({ api }: TestCaller, body: object, headers = {}) =>
  api.put<RecordBody>(records, { body, headers });
const remove = ({ api }: TestCaller, id: string) => api.delete(`${records}?id=${id}`);
const list = ({ api }: TestCaller, query = '') =>
  api.get<ListBody>(`${records}?entityType=sales.order${query}`);
const items = async (caller: TestCaller, query = '') => (await list(caller, query)).body.items;
const total = async (caller: TestCaller, query = '') => (await list(caller, query)).body.total;
const fieldsOf = ({ details }: Record<string, unknown>) =>
  (details as { field: string }[]).map(({ field }) => field);

proves('record', async () => {
  const caller = await aCaller();
  const { id } = await stored(caller);
  expect(await items(caller)).toMatchObject([{ id, ...order, customFields: {}, version: 1 }]);
});

proves('external-id', async () => {
  const caller = await aCaller();
  const { id } = await stored(caller);
  expect(await create(caller)).toMatchObject({ status: 409, body: { code: 'external_id_taken' } });
  expect((await create(caller, { entityType: 'sales.quote' })).status).toBe(201);
  expect((await create(await aSibling(caller))).status).toBe(201);
  await put(caller, { id, externalId: 'SO-2' });
  expect((await create(caller, { externalId: 'SO-2' })).status).toBe(409);
  expect((await create(caller)).status).toBe(201);
});

proves('refused-records', async () => {
  const caller = await aCaller();
  const refused: [object, string][] = [
    [{ entityType: 'order' }, 'entityType'],
    [{ entityType: 'Sales.Order' }, 'entityType'],
    [{ entityType: 'business_rules.rule' }, 'entityType'],
    [{ fields: 'text' }, 'fields'],
    [{ customFields: { colour: 'red' } }, 'cf_colour'],
    [{ customFields: 'red' }, 'customFields'],
    [{ customFields: [{ value: 'red' }] }, 'customFields'],
  ];
  for (const [more, field] of refused) {
    const { status, body } = await create(caller, more);
    expect(status, field).toBe(400);
    expect(fieldsOf(body)).toContain(field);
  }
  expect(await total(caller)).toBe(0);
  expect((await caller.api.get(records)).status).toBe(400);
});

proves('merged', async () => {
  const caller = await aTenant();
  await define(caller, 'priority', 'text');
  const { id } = await stored(caller, { customFields: { priority: 'high' } });
  const { status, body } = await put(caller, { id, fields: { total: 300 } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ fields: { number: 'SO-1', total: 300 }, externalId: 'SO-1', version: 2 },
    ...{ customFields: { priority: 'high' }, cf_priority: 'high' },
  });
  const keys = ['a', 'b', 'c', 'd'];
  await Promise.all(keys.map((key) => put(caller, { id, fields: { [key]: key } })));
  expect((await items(caller))[0]?.fields).toMatchObject({ a: 'a', b: 'b', c: 'c', d: 'd' });
});

proves('if-match', async () => {
  const caller = await aCaller();
  const { id } = await stored(caller);
  await put(caller, { id, fields: { total: 1 } });
  expect((await put(caller, { id, fields: { total: 2 } }, { 'if-match': '"1"' })).status).toBe(412);
  expect((await items(caller))[0]?.fields).toMatchObject({ total: 1 });
});

proves('deleted', async () => {
  const caller = await aCaller();
  const { id } = await stored(caller);
  expect((await remove(caller, id)).body).toEqual({ ok: true });
  expect(await total(caller)).toBe(0);
  expect((await remove(caller, id)).status).toBe(404);
  expect((await create(caller)).status).toBe(201);
});

proves('page-too-large', async () => {
  const caller = await aTenant();
  await define(caller, 'note', 'multiline');
  const customFields = { note: '"'.repeat(120_000) };
  for (let number = 1; number <= 7; number++) await valued(caller, customFields);
  const refused = await list(caller);
  expect(refused).toMatchObject({ status: 400, body: { code: 'page_too_large' } });
  const page = await list(caller, `&pageSize=${refused.body.suggestedPageSize}`);
  expect(page).toMatchObject({ status: 200, body: { total: 7 } });
});

proves('newest-first', async () => {
  const caller = await aCaller();
  for (const externalId of ['A', 'B', 'C']) await stored(caller, { externalId });
  const [first, second] = [await list(caller, '&pageSize=2'), await list(caller, '&pageSize=2&page=2')];
  const found = [...first.body.items, ...second.body.items];
  expect(found.map(({ externalId }) => externalId)).toEqual(['C', 'B', 'A']);
  expect([first.body.total, first.body.totalPages]).toEqual([3, 2]);
});

proves('filters', async () => {
  const caller = await aCaller();
  const lines = [{ product: 'Left-handed teapot' }];
  const { id } = await stored(caller, { fields: { customer: 'Blue Whale Ltd', lines } });
  const { id: other } = await stored(caller, { externalId: 'SO-2', fields: { customer: 'Red Fox Inc' } });
  const found: [string, string[]][] = [
    [`&id=${id}`, [id]],
    ['&externalId=SO-1', [id]],
    [`&id=${id}&search=whale`, [id]],
    [`&id=${id}&search=fox`, []],
    [`&id=${id}&externalId=SO-2`, []],
    [`&id=${other}&externalId=SO-2`, [other]],
    ['&search=WHALE', [id]],
    ['&search=so-2', [other]],
    ['&search=teapot', [id]],
    ['&search=%25', []],
  ];
  for (const [query, ids] of found)
    expect(
      (await items(caller, query)).map((item) => item.id),
      query,
    ).toEqual(ids);
  const beyond = { items: [], total: 1, page: 2, totalPages: 1 };
  expect((await list(caller, `&id=${id}&page=2`)).body).toMatchObject(beyond);
});

proves('hidden', async () => {
  const owner = await aTenant();
  const { id } = await stored(owner);
  await define(owner, 'size', 'integer');
  const [stranger, sibling] = [await aTenant(), await aSibling(owner)];
  await expectHidden([stranger, sibling], [(caller, of) => put(caller, { id: of, fields: {} }), remove], id);
  for (const caller of [stranger, sibling])
    expect([await total(caller), await total(caller, `&id=${id}`)]).toEqual([0, 0]);
  expect(await total(owner)).toBe(1);
  expect(await defined(stranger)).toEqual([]);
  expect((await valued(stranger, { size: 1 })).status).toBe(400);
});

proves('definitions', async () => {
  const caller = await aTenant();
  await define(caller, 'size', 'integer');
  await define(caller, 'colour', 'text', { label: 'Colour' });
  await define(caller, 'colour', 'select', { options: [{ value: 'red', label: 'Red' }] });
  expect((await defined(caller)).map(({ key, kind, label }) => [key, kind, label])).toEqual([
    ['colour', 'select', 'colour'],
    ['size', 'integer', 'size'],
  ]);
  expect((await undefine(caller, 'colour')).status).toBe(200);
  expect((await undefine(caller, 'colour')).status).toBe(404);
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => define(caller, key, 'text')));
  expect((await defined(caller)).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'size']);
});

proves('refused-definitions', async () => {
  const caller = await aTenant();
  for (const more of [
    { key: 'a-b' },
    { validation: [{ rule: 'regex', param: '(?=a)' }] },
    { validation: [{ rule: 'lte' }] },
    { validation: Array.from({ length: 33 }, () => ({ rule: 'required' })) },
  ])
    expect((await define(caller, 'size', 'text', more)).status).toBe(400);
});

proves('undefined-fields', async () => {
  const caller = await aTenantWithEvents();
  await define(caller, 'size', 'integer');
  await define(caller, 'colour', 'text');
  const { id: kept } = await stored(caller, { externalId: 'kept', customFields: { size: 7 } });
  const { id } = await stored(caller, { customFields: { size: 7, colour: 'red' } });
  await undefine(caller, 'size');
  const eventsOf = await receiveEvents(caller, ['sales.order.updated']);
  const { body: changed } = await put(caller, { id, fields: { a: 1 } });
  for (const shown of [changed, (await items(caller))[0]]) {
    expect(shown).toMatchObject({ customFields: { colour: 'red' }, cf_colour: 'red' });
    expect(shown).not.toHaveProperty('cf_size');
  }
  expect((await eventsOf(1))[0]?.data.customFields).toEqual({ colour: 'red' });
  await define(caller, 'size', 'integer');
  expect((await items(caller, '&cf_size=7')).map((item) => item.id)).toEqual([id, kept]);
  expect((await items(caller))[0]).toMatchObject({ customFields: { size: 7, colour: 'red' } });
});

proves(
  'kinds',
  [
    ['text', 'a', 5],
    ['multiline', 'a\nb', false],
    ['integer', 5, 5.5],
    ['float', 5.5, 'x'],
    ['boolean', true, 'true'],
    ['currency', 9.99, '9.99'],
    ['phone', '+49 30 1234', 'call me'],
    ['date', '2026-03-01', '2026-02-30'],
    ['datetime', '2026-03-01T10:00:00Z', '2026-03-01'],
    ['relation', 'some-id', 1],
    ['select', 's', 'xl'],
  ] as const,
  async ([kind, good, bad]) => {
    const caller = await aTenant();
    await define(caller, 'value', kind, kind === 'select' ? { options: [{ value: 's', label: 'S' }] } : {});
    expect((await valued(caller, { value: good })).status).toBe(201);
    const refused = await valued(caller, { value: bad });
    expect([refused.status, fieldsOf(refused.body)]).toEqual([400, ['cf_value']]);
  },
);

proves('validation-rules', async () => {
  const caller = await aTenant();
  const least = { rule: 'gte', param: 1, message: 'at least one' };
  const validation = [{ rule: 'required' }, least, { rule: 'lt', param: 10 }];
  await define(caller, 'amount', 'integer', { validation });
  expect((await valued(caller, { amount: 5 })).status).toBe(201);
  const messageOf = async (fields: object) => (await valued(caller, fields)).body.details;
  expect(await messageOf({})).toEqual([{ field: 'cf_amount', message: 'is required' }]);
  expect(await messageOf({ amount: 0 })).toEqual([{ field: 'cf_amount', message: 'at least one' }]);
  expect((await valued(caller, { amount: 10 })).status).toBe(400);
  const { id } = (await items(caller))[0] ?? {};
  await define(caller, 'amount', 'integer', { validation: [{ rule: 'lt', param: 5 }] });
  expect(await put(caller, { id, fields: { a: 1 } })).toMatchObject({ status: 200, body: { cf_amount: 5 } });
  expect((await put(caller, { id, customFields: { amount: 5 } })).status).toBe(400);
});

proves('cleared', async () => {
  const caller = await aTenant();
  const options = [{ value: 's', label: 'S' }];
  await define(caller, 'number', 'integer');
  await define(caller, 'day', 'date');
  await define(caller, 'size', 'select', { options });
  await define(caller, 'tags', 'text', { multi: true });
  await define(caller, 'note', 'text');
  const empty = { number: '', day: '', size: '', tags: '', note: '' };
  expect((await valued(caller, empty)).status).toBe(201);
  const full = { number: 5, day: '2026-03-01', size: 's', tags: ['a'], note: 'a' };
  const { body } = await valued(caller, full);
  await put(caller, { id: body.id, customFields: empty });
  for (const { customFields } of await items(caller)) expect(customFields).toEqual({ note: '' });
});

proves('any-key', async () => {
  const caller = await aTenant();
  await define(caller, 'constructor', 'text');
  expect((await valued(caller, {})).status).toBe(201);
  expect((await valued(caller, { constructor: 'Ada' })).status).toBe(201);
  expect(await total(caller, '&cf_constructor=Ada')).toBe(1);
});

proves('lists', async () => {
  const caller = await aTenant();
  await define(caller, 'tags', 'text', { multi: true });
  expect((await valued(caller, { tags: ['a', 'b'] })).status).toBe(201);
  for (const tags of [['a', 1], 'a']) expect((await valued(caller, { tags })).status).toBe(400);
  expect(await total(caller, '&cf_tags=b')).toBe(1);
});

proves('spellings', async () => {
  const caller = await aTenant();
  await define(caller, 'colour', 'text');
  for (const spelling of [
    { customFields: { colour: 'red' } },
    { customFields: [{ key: 'colour', value: 'red' }] },
    { customValues: { colour: 'red' } },
    { cf_colour: 'red' },
    { 'cf:colour': 'red' },
  ])
    expect(await stored(caller, { externalId: undefined, ...spelling })).not.toHaveProperty('warnings');
  const found = await items(caller);
  expect(found).toHaveLength(5);
  for (const item of found) expect(item).toMatchObject({ cf_colour: 'red', customFields: { colour: 'red' } });
});

proves('custom-filters', async () => {
  const caller = await aTenant();
  for (const [key, kind] of Object.entries({
    amount: 'integer',
    paid: 'boolean',
    day: 'date',
    at: 'datetime',
  }))
    await define(caller, key, kind);
  const late = '2026-03-01T01:30:00+02:00';
  await valued(caller, { amount: 5, paid: true, day: '2026-03-01', at: late });
  await valued(caller, { amount: 50, paid: false, day: '2026-03-02', at: '2026-03-01T00:00:00Z' });
  const found: Record<string, number[]> = {
    '&cf_amount=5': [5],
    '&cf_amountIn=5,50': [50, 5],
    '&cf_paid=yes': [5],
    '&cf_at=2026-02-28%2023:30:00': [5],
    '&cf_atIn=2026-02-28T23:30:00Z,2026-03-01': [50, 5],
    '&cf_day=2026-03-02T00:00:00Z': [50],
    '&sortField=cf_amount&sortDir=asc': [5, 50],
    '&sortField=cf_at&sortDir=asc': [5, 50],
  };
  for (const [query, expected] of Object.entries(found))
    expect(
      (await items(caller, query)).map(({ cf_amount }) => cf_amount),
      query,
    ).toEqual(expected);
});

proves('refused-filters', async () => {
  const caller = await aTenant();
  await define(caller, 'amount', 'integer');
  await define(caller, 'paid', 'boolean');
  await define(caller, 'day', 'date');
  await define(caller, 'at', 'datetime');
  await define(caller, 'colour', 'select', { options: [{ value: 'red', label: 'Red' }] });
  const messages: Record<string, string> = {
    'cf_amount=abc': 'must be a whole number',
    'cf_paid=junk': 'must be true or false',
    'cf_amuont=1': 'is not a defined custom field; did you mean cf_amount?',
    'cf_day=tomorrow': 'must be a date such as',
    'cf_dayIn=tomorrow': 'must be a date such as',
    'cf_at=2026-02-30': 'must be a date such as',
    'cf_atIn=2026-02-30': 'must be a date such as',
    'cf_colour=blue': 'must be one of: red',
    'cf_colourIn=blue': 'must be one of: red',
  };
  for (const [query, message] of Object.entries(messages)) {
    const { status, body } = await list(caller, `&${query}`);
    const details = [{ field: query.split('=')[0], message: expect.stringContaining(message) }];
    expect([status, body.details], query).toEqual([400, details]);
  }
  expect((await list(caller, '&sortField=cf_unknown')).status).toBe(400);
});

proves('definitions-version', async () => {
  const { api } = await aCaller();
  const entityType = 'sales.order';
  const ifMatch = (tag: string | null) => ({ 'if-match': tag ?? '' });
  const read = () => api.get<{ items: unknown[] }>(`${definitions}?entityType=${entityType}`);
  const body = (key: string) => ({ entityType, key, kind: 'text' });
  const before = (await read()).headers.get('etag');
  const made = await api.post(definitions, { body: body('one'), headers: ifMatch(before) });
  expect(made.status).toBe(201);
  const stale = await api.post(definitions, { body: body('two'), headers: ifMatch(before) });
  expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
  const one = `${definitions}?entityType=${entityType}&key=one`;
  expect((await api.delete(one, { headers: ifMatch(before) })).status).toBe(412);
  const now = await read();
  expect([now.body.items.length, now.headers.get('etag')]).toEqual([1, made.headers.get('etag')]);
  expect((await api.delete(one, { headers: ifMatch(made.headers.get('etag')) })).status).toBe(200);
});

proves('ignored-filters', async () => {
  const { api } = await aCaller();
  expect(await api.get(`${records}?entityType=sales.order&cf_nope=1`)).toMatchObject({
    status: 200,
    body: { warnings: ['sales.order has no custom fields; ignored: cf_nope.'] },
  });
});
