import { describe, expect, it } from 'vitest';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const path = '/api/entities/records';
const order = { entityType: 'sales.order', externalId: 'SO-1', fields: { number: 'SO-1', total: 250 } };

interface RecordBody extends Record<string, unknown> {
  id: string;
  version: number;
}
interface ListBody extends Record<string, unknown> {
  items: RecordBody[];
  total: number;
}

const create = async ({ api }: TestCaller, more: Record<string, unknown> = {}) => {
  const answer = await api.post<RecordBody>(path, { body: { ...order, ...more } });
  return { ...answer, id: answer.body.id };
};
const list = ({ api }: TestCaller, query = '') => api.get<ListBody>(`${path}?entityType=sales.order${query}`);

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
    const { id } = await create(caller);
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
