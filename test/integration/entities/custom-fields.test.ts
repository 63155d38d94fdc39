import { describe, expect, it } from 'vitest';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';

const records = '/api/entities/records';
const definitions = '/api/entities/definitions';

interface ListBody extends Record<string, unknown> {
  items: Record<string, unknown>[];
  total: number;
}

function define({ api }: TestCaller, key: string, kind: string, more: Record<string, unknown> = {}) {
  return api.post(definitions, { body: { entityType: 'sales.order', key, kind, ...more } });
}
function create({ api }: TestCaller, customFields: Record<string, unknown>) {
  return api.post(records, { body: { entityType: 'sales.order', customFields } });
}
const list = ({ api }: TestCaller, query = '') =>
  api.get<ListBody>(`${records}?entityType=sales.order${query}`);
const fieldsOf = (body: Record<string, unknown>) =>
  (body.details as { field: string }[]).map(({ field }) => field);

describe('custom-field definitions', () => {
  it('are listed by key, replaced under the same key and deleted', async () => {
    const caller = await aTenant();
    await define(caller, 'size', 'integer');
    await define(caller, 'colour', 'text', { label: 'Colour' });
    await define(caller, 'colour', 'select', { options: [{ value: 'red', label: 'Red' }] });
    const { body } = await caller.api.get<ListBody>(`${definitions}?entityType=sales.order`);
    expect(body.items.map(({ key, kind, label }) => [key, kind, label])).toEqual([
      ['colour', 'select', 'colour'],
      ['size', 'integer', 'size'],
    ]);
    const url = `${definitions}?entityType=sales.order&key=colour`;
    expect((await caller.api.delete(url)).status).toBe(200);
    expect((await caller.api.delete(url)).status).toBe(404);
  });

  it('defined at the same time are all stored', async () => {
    const caller = await aTenant();
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => define(caller, key, 'text')));
    const { body } = await caller.api.get<ListBody>(`${definitions}?entityType=sales.order`);
    expect(body.items.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([
    ['an unknown kind', { kind: 'colour' }],
    ['a key with a dash', { key: 'a-b' }],
    ['a pattern that RE2 does not support', { validation: [{ rule: 'regex', param: '(?=a)' }] }],
    ['more than 32 rules', { validation: Array.from({ length: 33 }, () => ({ rule: 'required' })) }],
  ])('refuse %s', async (_, more) => {
    expect((await define(await aTenant(), 'size', 'text', more)).status).toBe(400);
  });

  it('that are deleted and defined again show the values of records, changed meanwhile or not', async () => {
    const caller = await aTenant();
    await define(caller, 'size', 'integer');
    const { body: kept } = await create(caller, { size: 7 });
    const { body: changed } = await create(caller, { size: 7 });
    await caller.api.delete(`${definitions}?entityType=sales.order&key=size`);
    await caller.api.put(records, { body: { id: changed.id, fields: { note: 'new' } } });
    await define(caller, 'size', 'integer');
    const { body } = await list(caller, '&cf_size=7');
    expect(body.items.map(({ id }) => id).toSorted()).toEqual([kept.id, changed.id].toSorted());
  });

  it('belong to one tenant', async () => {
    const [owner, stranger] = [await aTenant(), await aTenant()];
    await define(owner, 'size', 'integer');
    expect((await stranger.api.get<ListBody>(`${definitions}?entityType=sales.order`)).body.total).toBe(0);
    expect((await create(stranger, { size: 1 })).status).toBe(400);
  });
});

describe('custom values', () => {
  it.each([
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
  ])('of kind %s accept %j and refuse %j', async (kind, good, bad) => {
    const caller = await aTenant();
    await define(caller, 'value', kind);
    expect((await create(caller, { value: good })).status).toBe(201);
    const refused = await create(caller, { value: bad });
    expect(refused.status).toBe(400);
    expect(fieldsOf(refused.body)).toEqual(['cf_value']);
  });

  it('of a select must be one of its options', async () => {
    const caller = await aTenant();
    await define(caller, 'size', 'select', { options: [{ value: 's', label: 'S' }] });
    expect((await create(caller, { size: 's' })).status).toBe(201);
    expect((await create(caller, { size: 'xl' })).status).toBe(400);
  });

  it('are validated by their rules, with the rule’s own message', async () => {
    const caller = await aTenant();
    const validation = [
      { rule: 'required' },
      { rule: 'gte', param: 1, message: 'at least one' },
      { rule: 'lt', param: 10 },
    ];
    await define(caller, 'amount', 'integer', { validation });
    expect((await create(caller, { amount: 5 })).status).toBe(201);
    expect((await create(caller, {})).body.details).toEqual([{ field: 'cf_amount', message: 'is required' }]);
    expect((await create(caller, { amount: 0 })).body.details).toEqual([
      { field: 'cf_amount', message: 'at least one' },
    ]);
    expect((await create(caller, { amount: 10 })).status).toBe(400);
  });

  it.each([
    ['an integer', 'integer', {}, 5],
    ['a date', 'date', {}, '2026-03-01'],
    ['a select', 'select', { options: [{ value: 's', label: 'S' }] }, 's'],
    ['a list', 'text', { multi: true }, ['a']],
  ])('of %s are cleared by an empty text', async (_, kind, more, value) => {
    const caller = await aTenant();
    await define(caller, 'value', kind, more);
    await create(caller, { value: '' });
    const { body: full } = await create(caller, { value });
    await caller.api.put(records, { body: { id: full.id, cf_value: '' } });
    const shown = (await list(caller)).body.items.map(({ customFields }) => customFields);
    expect(shown).toEqual([{}, {}]);
  });

  it('may have a field that is named like a member of every object', async () => {
    const caller = await aTenant();
    await define(caller, 'constructor', 'text');
    expect((await create(caller, {})).status).toBe(201);
    expect((await create(caller, { constructor: 'Ada' })).status).toBe(201);
    expect((await list(caller, '&cf_constructor=Ada')).body.total).toBe(1);
  });

  it('of a text may be empty', async () => {
    const caller = await aTenant();
    await define(caller, 'note', 'text');
    await create(caller, { note: '' });
    expect((await list(caller)).body.items[0]).toMatchObject({ customFields: { note: '' } });
  });

  it('are not shown while their field is not defined', async () => {
    const caller = await aTenant();
    await define(caller, 'size', 'integer');
    await define(caller, 'colour', 'text');
    const { body: record } = await create(caller, { size: 7, colour: 'red' });
    await caller.api.delete(`${definitions}?entityType=sales.order&key=size`);
    const { body: changed } = await caller.api.put(records, { body: { id: record.id, fields: { a: 1 } } });
    for (const shown of [changed, (await list(caller)).body.items[0]]) {
      expect(shown).toMatchObject({ customFields: { colour: 'red' }, cf_colour: 'red' });
      expect(shown).not.toHaveProperty('cf_size');
    }
    await define(caller, 'size', 'integer');
    expect((await list(caller)).body.items[0]).toMatchObject({ customFields: { size: 7, colour: 'red' } });
  });

  it('are not in events while their field is not defined', async () => {
    const caller = await aTenant();
    await define(caller, 'size', 'integer');
    await define(caller, 'colour', 'text');
    const { body: record } = await create(caller, { size: 7, colour: 'red' });
    await caller.api.delete(`${definitions}?entityType=sales.order&key=size`);
    const eventsSince = await watchEvents(caller.tenantId);
    await caller.api.put(records, { body: { id: record.id, fields: { a: 1 } } });
    await caller.api.delete(`${records}?id=${record.id}`);
    const events = (await eventsSince()).map(({ type, data }) => [type, data.customFields]);
    expect(events).toEqual([
      ['sales.order.updated', { colour: 'red' }],
      ['sales.order.deleted', { colour: 'red' }],
    ]);
  });

  it('may be lists if the field allows it; each value is validated', async () => {
    const caller = await aTenant();
    await define(caller, 'tags', 'text', { multi: true });
    expect((await create(caller, { tags: ['a', 'b'] })).status).toBe(201);
    expect((await create(caller, { tags: ['a', 1] })).status).toBe(400);
    expect((await create(caller, { tags: 'a' })).status).toBe(400);
    expect((await list(caller, '&cf_tags=b')).body.total).toBe(1);
  });

  it.each([
    ['customFields as an object', { customFields: { colour: 'red' } }],
    ['customFields as a list', { customFields: [{ key: 'colour', value: 'red' }] }],
    ['cf_ keys', { cf_colour: 'red' }],
  ])('are accepted as %s', async (_, spelling) => {
    const caller = await aTenant();
    await define(caller, 'colour', 'text');
    await caller.api.post(records, { body: { entityType: 'sales.order', ...spelling } });
    expect((await list(caller)).body.items[0]).toMatchObject({
      cf_colour: 'red',
      customFields: { colour: 'red' },
    });
  });
});

describe('filters and sorts on custom fields', () => {
  it('are compared by the kind of the field', async () => {
    const caller = await aTenant();
    await define(caller, 'amount', 'integer');
    await define(caller, 'paid', 'boolean');
    await create(caller, { amount: 5, paid: true });
    await create(caller, { amount: 50, paid: false });
    const totals = async (query: string) => (await list(caller, query)).body.total;
    expect(await totals('&cf_amount=5')).toBe(1);
    expect(await totals('&cf_amountIn=5,50')).toBe(2);
    expect(await totals('&cf_paid=yes')).toBe(1);
    expect((await list(caller, '&cf_amount=abc&cf_paid=junk')).body.details).toEqual([
      { field: 'cf_amount', message: 'must be a whole number' },
      { field: 'cf_paid', message: 'must be true or false' },
    ]);
    expect((await list(caller, '&cf_amuont=1')).body.details).toEqual([
      { field: 'cf_amuont', message: 'is not a defined custom field; did you mean cf_amount?' },
    ]);
    const sorted = (await list(caller, '&sortField=cf_amount&sortDir=asc')).body.items;
    expect(sorted.map((item) => item.cf_amount)).toEqual([5, 50]);
    expect((await list(caller, '&sortField=cf_unknown')).status).toBe(400);
  });

  it('of dates are filtered and sorted as times, however they are written', async () => {
    const caller = await aTenant();
    await define(caller, 'day', 'date');
    await define(caller, 'at', 'datetime');
    const late = '2026-03-01T01:30:00+02:00';
    await create(caller, { day: '2026-03-01', at: late });
    await create(caller, { day: '2026-03-02', at: '2026-03-01T00:00:00Z' });
    const days = async (query: string) => (await list(caller, query)).body.items.map(({ cf_day }) => cf_day);
    expect(await days('&cf_at=2026-02-28%2023:30:00')).toEqual(['2026-03-01']);
    expect(await days('&cf_atIn=2026-02-28T23:30:00Z,2026-03-01')).toHaveLength(2);
    expect(await days('&cf_day=2026-03-02T00:00:00Z')).toEqual(['2026-03-02']);
    expect(await days('&sortField=cf_at&sortDir=asc')).toEqual(['2026-03-01', '2026-03-02']);
  });

  it.each([
    ['date', {}, 'tomorrow', 'must be a date such as'],
    ['datetime', {}, '2026-02-30', 'must be a date such as'],
    ['select', { options: [{ value: 'red', label: 'Red' }] }, 'blue', 'must be one of: red'],
  ])('of the kind %s refuse a filter that no value can equal', async (kind, more, text, message) => {
    const caller = await aTenant();
    await define(caller, 'value', kind, more);
    for (const name of ['cf_value', 'cf_valueIn']) {
      const { status, body } = await list(caller, `&${name}=${text}`);
      expect([status, body.details]).toEqual([
        400,
        [{ field: name, message: expect.stringContaining(message) }],
      ]);
    }
  });
});
