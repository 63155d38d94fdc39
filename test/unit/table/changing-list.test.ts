/** The export of a list while one of its rows is renamed: the row moves behind the pages that were read. */
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ListCursor, withCursor } from '../../../shared/kernel/table/list-cursor.ts';
import { type GivenSort, listPage } from '../../../shared/kernel/table/listing.ts';
import type { ListingSpec } from '../../../shared/kernel/table/listing-spec.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';

const spec = {
  attributes: { name: 'n', updatedAt: 'ua' },
  searchIn: ['name'],
  keyOrder: { field: 'name', direction: 'asc' },
} as const satisfies ListingSpec<string>;

const pk = 'LIST';
const listed = (id: string, name: string, updatedAt: number) => ({
  ...{ pk, sk: `${name}#${id}`, id, b: 10, rev: updatedAt, n: name, ua: updatedAt },
  row: { id, name },
});

async function exported(sort: GivenSort<'name' | 'updatedAt'>) {
  const table = mockTable();
  table
    .on(QueryCommand)
    .resolvesOnce({
      Items: [listed('1', 'ada', 1), listed('2', 'bob', 2)],
      LastEvaluatedKey: { pk, sk: 'bob#2' },
    })
    .resolves({ Items: [listed('3', 'eve', 3), listed('1', 'zoe', 4)] });
  table.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const ids: string[] = RequestItems['unit-test'].Keys.map(({ pk: id }: { pk: string }) => id);
    if (new Set(ids).size < ids.length) throw new Error('Provided list of item keys contains duplicates');
    const found = ids.map((id) => ({ pk: id, sk: 'ROW', id, name: 'now', rev: 9 }));
    return { Responses: { 'unit-test': found } };
  });
  const cursor = new ListCursor();
  const request = { page: 1, pageSize: 100, filters: {}, sort };
  const rowKey = ({ id }: { id: string }) => ({ pk: id, sk: 'ROW' });
  const next = () => withCursor(cursor, () => listPage(spec, [pk], rowKey, request));
  const rows = (await next()).rows.map(({ id, name }) => `${id} ${name}`);
  expect((await next()).rows).toEqual([]);
  return rows;
}

describe('a row that is renamed between two pages of an export', () => {
  it('appears once in the order of the keys', async () => {
    expect(await exported({})).toEqual(['1 ada', '2 bob', '3 eve']);
  });

  it('appears once in another order, as it is now', async () => {
    const rows = await exported({ field: 'updatedAt', direction: 'desc' });
    expect(rows).toEqual(['1 now', '3 now', '2 now']);
  });
});
