import { describe, expect, it } from 'vitest';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const path = '/api/entities/records';
const definitions = '/api/entities/definitions';
const order = { entityType: 'sales.order', externalId: 'SO-1', fields: { number: 'SO-1', total: 250 } };

interface RecordBody extends Record<string, unknown> {
  id: string;
  version: number;
}
interface ListBody extends Record<string, unknown> {
  items: RecordBody[];
  total: number;
}

async function define({ api }: TestCaller, key: string, kind: string, more: Record<string, unknown> = {}) {
  const answer = await api.post(definitions, { body: { entityType: 'sales.order', key, kind, ...more } });
  expect(answer.status).toBe(201);
}

const create = async ({ api }: TestCaller, more: Record<string, unknown> = {}) => {
  const answer = await api.post<RecordBody>(path, { body: { ...order, ...more } });
  return { ...answer, id: answer.body.id };
};
const list = ({ api }: TestCaller, query = '') => api.get<ListBody>(`${path}?entityType=sales.order${query}`);

describe('creating a record', () => {
  it('returns 201 with its id, and the list shows it at once with all given values', async () => {
    const caller = await aTenant();
    const { status, id } = await create(caller);
    expect(status).toBe(201);
    const { body } = await list(caller);
    expect(body.total).toBe(1);
    expect(body.items[0]).toMatchObject({ id, ...order, customFields: {}, version: 1 });
  });

  it('costs three DynamoDB requests: caller, definitions, one transaction', async () => {
    const calls = await callsOf(await create(await aTenant()));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'TransactWriteItems']);
  });

  it('refuses a duplicate externalId of the same type and organization', async () => {
    const caller = await aTenant();
    await create(caller);
    expect((await create(caller)).body).toMatchObject({ code: 'external_id_taken' });
    expect((await create(caller, { entityType: 'sales.quote' })).status).toBe(201);
    expect((await create(await aSibling(caller))).status).toBe(201);
  });

  it.each([
    ['no type', { entityType: undefined }, 'entityType'],
    ['a type without a module', { entityType: 'order' }, 'entityType'],
    ['a type in upper case', { entityType: 'Sales.Order' }, 'entityType'],
    ['a type of the platform', { entityType: 'business_rules.rule' }, 'entityType'],
    ['an externalId that is too long', { externalId: 'x'.repeat(201) }, 'externalId'],
    ['fields that are not an object', { fields: 'text' }, 'fields'],
    ['an undefined custom field', { customFields: { colour: 'red' } }, 'cf_colour'],
    ['custom fields that are no object', { customFields: 'red' }, 'customFields'],
    ['a list of custom fields without keys', { customFields: [{ value: 'red' }] }, 'customFields'],
  ])('refuses %s by name and stores nothing', async (_, more, field) => {
    const caller = await aTenant();
    const answer = await create(caller, more);
    expect(answer.status).toBe(400);
    expect((answer.body.details as { field: string }[]).map((detail) => detail.field)).toContain(field);
    expect((await list(caller)).body.total).toBe(0);
  });
});

describe('changing a record', () => {
  it('merges fields and custom fields and keeps everything else', async () => {
    const caller = await aTenant();
    await define(caller, 'priority', 'text');
    const { id } = await create(caller, { customFields: { priority: 'high' } });
    const { status, body } = await caller.api.put<RecordBody>(path, { body: { id, fields: { total: 300 } } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      fields: { number: 'SO-1', total: 300 },
      externalId: 'SO-1',
      customFields: { priority: 'high' },
      cf_priority: 'high',
      version: 2,
    });
  });

  it('refuses to overwrite a newer version when If-Match names an older one', async () => {
    const caller = await aTenant();
    const { id } = await create(caller);
    await caller.api.put(path, { body: { id, fields: { total: 1 } } });
    const stale = await caller.api.put(path, {
      body: { id, fields: { total: 2 } },
      headers: { 'if-match': '"1"' },
    });
    expect(stale.status).toBe(412);
    expect((await list(caller)).body.items[0]?.fields).toMatchObject({ total: 1 });
  });

  it('changes the externalId: the old one becomes free, the new one is used', async () => {
    const caller = await aTenant();
    const { id } = await create(caller);
    await caller.api.put(path, { body: { id, externalId: 'SO-2' } });
    expect((await create(caller, { externalId: 'SO-2' })).status).toBe(409);
    expect((await create(caller, { externalId: 'SO-1' })).status).toBe(201);
  });

  it('keeps parallel changes of different keys', async () => {
    const caller = await aTenant();
    const { id } = await create(caller);
    const keys = ['a', 'b', 'c', 'd'];
    await Promise.all(keys.map((key) => caller.api.put(path, { body: { id, fields: { [key]: key } } })));
    expect((await list(caller)).body.items[0]?.fields).toMatchObject({ a: 'a', b: 'b', c: 'c', d: 'd' });
  });
});

describe('deleting a record', () => {
  it('removes it from the list, frees its externalId, and returns 404 afterwards', async () => {
    const caller = await aTenant();
    const { id } = await create(caller);
    expect((await caller.api.delete(`${path}?id=${id}`)).body).toEqual({ ok: true });
    expect((await list(caller)).body.total).toBe(0);
    expect((await caller.api.delete(`${path}?id=${id}`)).status).toBe(404);
    expect((await create(caller)).status).toBe(201);
  });
});

describe('listing records', () => {
  it('refuses a page that is too large for one response, with a page size that fits', async () => {
    const caller = await aTenant();
    await define(caller, 'note', 'multiline');
    const customFields = { note: '"'.repeat(120_000) };
    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await create(caller, { externalId: `SO-${number}`, customFields });
    const refused = await list(caller);
    expect(refused).toMatchObject({ status: 400, body: { code: 'page_too_large' } });
    const page = await list(caller, `&pageSize=${refused.body.suggestedPageSize}`);
    expect(page).toMatchObject({ status: 200, body: { total: 7 } });
  });

  it('needs an entityType', async () => {
    expect((await (await aTenant()).api.get(path)).status).toBe(400);
  });

  it('shows the newest first, page by page, with the exact total', async () => {
    const caller = await aTenant();
    for (const externalId of ['A', 'B', 'C']) await create(caller, { externalId });
    const first = (await list(caller, '&pageSize=2')).body;
    const second = (await list(caller, '&pageSize=2&page=2')).body;
    expect([...first.items, ...second.items].map(({ externalId }) => externalId)).toEqual(['C', 'B', 'A']);
    expect([first.total, first.totalPages]).toEqual([3, 2]);
  });

  it('filters one record by id and by externalId', async () => {
    const caller = await aTenant();
    const { id } = await create(caller);
    await create(caller, { externalId: 'SO-2' });
    expect((await list(caller, `&id=${id}`)).body.items.map((item) => item.id)).toEqual([id]);
    expect((await list(caller, '&externalId=SO-1')).body.items.map((item) => item.id)).toEqual([id]);
  });

  it('combines id and externalId with the other filters and with paging', async () => {
    const caller = await aTenant();
    const { id } = await create(caller, { fields: { customer: 'Blue Whale Ltd' } });
    const { id: otherId } = await create(caller, { externalId: 'SO-2' });
    const total = async (query: string) => (await list(caller, query)).body.total;
    expect(await total(`&id=${id}&search=whale`)).toBe(1);
    expect(await total(`&id=${id}&search=fox`)).toBe(0);
    expect(await total(`&id=${id}&externalId=SO-2`)).toBe(0);
    expect(await total(`&id=${otherId}&externalId=SO-2`)).toBe(1);
    expect((await list(caller, `&id=${id}&page=2`)).body).toMatchObject({
      items: [],
      total: 1,
      page: 2,
      totalPages: 1,
    });
  });

  it.each([
    ['id', (id: string) => `&id=${id}`],
    ['externalId', () => '&externalId=SO-1'],
  ])('finds a record by its %s with strongly consistent reads by key', async (_, queryOf) => {
    const caller = await aTenant();
    const { id } = await create(caller);
    const found = await list(caller, queryOf(id));
    expect(found.body.total).toBe(1);
    const actions = (await callsOf(found)).map(({ action }) => action);
    expect(actions).not.toContain('Query');
    expect(actions.length).toBeLessThanOrEqual(4);
  });

  it('searches nested texts of the record', async () => {
    const caller = await aTenant();
    await create(caller, { fields: { lines: [{ product: 'Left-handed teapot' }] } });
    expect((await list(caller, '&search=teapot')).body.total).toBe(1);
  });

  it('searches externalId and the texts of the record in any case', async () => {
    const caller = await aTenant();
    await create(caller, { fields: { customer: 'Blue Whale Ltd' } });
    await create(caller, { externalId: 'SO-2', fields: { customer: 'Red Fox Inc' } });
    expect((await list(caller, '&search=whale')).body.items.map(({ externalId }) => externalId)).toEqual([
      'SO-1',
    ]);
    expect((await list(caller, '&search=so-2')).body.total).toBe(1);
    expect((await list(caller, '&search=%25')).body.total).toBe(0);
  });

  it('reads a page of small records with one Query', async () => {
    const caller = await aTenant();
    await create(caller);
    const calls = await callsOf(await list(caller));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'Query']);
  });
});

describe('another tenant or organization', () => {
  it('finds none of the records by any endpoint', async () => {
    const owner = await aTenant();
    const { id } = await create(owner);
    for (const stranger of [await aTenant(), await aSibling(owner)]) {
      expect((await list(stranger)).body.total).toBe(0);
      expect((await list(stranger, `&id=${id}`)).body.total).toBe(0);
      expect((await stranger.api.put(path, { body: { id, fields: {} } })).status).toBe(404);
      expect((await stranger.api.delete(`${path}?id=${id}`)).status).toBe(404);
    }
    expect((await list(owner)).body.total).toBe(1);
  });
});
