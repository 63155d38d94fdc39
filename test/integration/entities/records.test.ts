import { describe, expect, it } from 'vitest';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const path = '/api/entities/records';
const order = { entityType: 'sales.order', externalId: 'SO-1', fields: { number: 'SO-1', total: 250 } };

const create = ({ api }: TestCaller, more: object = {}) =>
  api.post<{ id: string }>(path, { body: { ...order, ...more } });
const list = ({ api }: TestCaller, query = '') => api.get(`${path}?entityType=sales.order${query}`);

describe('the DynamoDB requests of records', () => {
  it('costs three DynamoDB requests: caller, definitions, one transaction', async () => {
    const calls = await callsOf(await create(await aTenant()));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'TransactWriteItems']);
  });

  it.each([
    ['id', (id: string) => `&id=${id}`],
    ['externalId', () => '&externalId=SO-1'],
  ])('finds a record by its %s with strongly consistent reads by key', async (_, queryOf) => {
    const caller = await aTenant();
    const { id } = (await create(caller)).body;
    const found = await list(caller, queryOf(id));
    expect(found.body.total).toBe(1);
    const actions = (await callsOf(found)).map(({ action }) => action);
    expect(actions).not.toContain('Query');
    expect(actions.length).toBeLessThanOrEqual(4);
  });

  it('reads a page of small records with one Query', async () => {
    const caller = await aTenant();
    await create(caller);
    const calls = await callsOf(await list(caller));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'GetItem', 'Query']);
  });
});

it('changes a record whose value does not match the new definition of its field', async () => {
  const caller = await aTenant();
  const define = (more: object) =>
    caller.api.post('/api/entities/definitions', {
      body: { entityType: 'sales.order', key: 'size', kind: 'text', ...more },
    });
  await define({});
  const { id } = (await create(caller, { cf_size: 'large' })).body;
  await define({ kind: 'integer', validation: [{ rule: 'gte', param: 1 }] });
  const body = { id, fields: { total: 300 } };
  expect(await caller.api.put(path, { body })).toMatchObject({ status: 200, body: { cf_size: 'large' } });
  expect((await caller.api.put(path, { body: { id, cf_size: 'large' } })).status).toBe(400);
  const refused = await define({ kind: 'integer', validation: [{ rule: 'gte' }] });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ field: 'validation[0].param' }] } });
});

it('the audit trail shows the external id, and custom values beside fields of the same key', async () => {
  const caller = await aTenant();
  const { api } = caller;
  const definition = { entityType: 'sales.order', key: 'priority', kind: 'text' };
  await api.post('/api/entities/definitions', { body: definition });
  const { id } = (await create(caller, { fields: { priority: 1 }, cf_priority: 'high' })).body;
  await api.put(path, { body: { id, externalId: 'SO-2', fields: { priority: 2 }, cf_priority: null } });
  const { body } = await api.get(`/api/audit_logs/actions?resourceId=${id}&action=updated`);
  expect(body.items).toMatchObject([
    {
      changes: {
        externalId: { before: 'SO-1', after: 'SO-2' },
        priority: { before: 1, after: 2 },
        cf_priority: { before: 'high' },
      },
    },
  ]);
});
