import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageTooLargeError } from '../../../shared/kernel/errors/errors.ts';
import { counterKey } from '../../../shared/kernel/table/keys.ts';
import { toListingItem } from '../../../shared/kernel/table/listed-rows.ts';
import {
  comparator,
  type ListRequest,
  listPage,
  matches,
  sortOf,
} from '../../../shared/kernel/table/listing.ts';
import type { ListingSpec } from '../../../shared/kernel/table/listing-spec.ts';
import { aFakeTable } from '../../support/fault-injection/fake-table.ts';

const spec = {
  attributes: { name: 'n', code: 'c', rank: 'p', open: 'o' },
  searchIn: ['name', 'code'],
  keyOrder: { field: 'rank', direction: 'desc' },
} as const satisfies ListingSpec<string>;
type Field = keyof typeof spec.attributes;
type Row = Record<Field, string | number | boolean | null>;

const rowOf = (fields: Partial<Row>): Row => ({ name: 'Name', code: 'CODE', rank: 1, open: true, ...fields });

/** The listing item of row `index`; keys are ordered by rank, highest first, then by code. */
function itemOf(fields: Partial<Row>, index: number, { pk = 'list', bytes = 10 } = {}) {
  const row = rowOf(fields);
  const sk = `${String(99 - Number(row.rank)).padStart(2, '0')}#${row.code}`;
  return toListingItem(spec, { pk, sk }, { id: `${pk}-${index}`, bytes, fields: row });
}

const ask = (request: Partial<ListRequest<Field>> = {}): ListRequest<Field> => ({
  ...{ page: 1, pageSize: 10, filters: {}, ...request },
});

describe('toListingItem', () => {
  it('contains id, size and the listed fields with short names, without nulls', () => {
    const item = itemOf({ name: null, rank: 0, open: false }, 7, { bytes: 123 });
    expect(item).toEqual({ pk: 'list', sk: '99#CODE', id: 'list-7', b: 123, c: 'CODE', p: 0, o: false });
  });
});

describe('a minimum filter', () => {
  const atLeast: ListingSpec<Field> = { ...spec, filterModes: { rank: 'atLeast' } };

  it.each<[Row['rank'], boolean]>([
    [4, false],
    [5, true],
    [6, true],
    [null, false],
  ])('of 5 accepts %s: %s', (rank, passes) => {
    expect(matches(atLeast, itemOf({ rank }, 0), ask({ filters: { rank: 5 } }))).toBe(passes);
  });
});

describe('matches', () => {
  const item = itemOf({ name: 'Größe 50%_a.*b', code: 'ORDER-Limit', rank: 0, open: false }, 0);

  it.each<[Partial<ListRequest<Field>>, boolean]>([
    [{}, true],
    [{ filters: { code: 'ORDER-Limit' } }, true],
    [{ filters: { code: 'ORDER-LIMIT' } }, false],
    [{ filters: { code: 'ORDER' } }, false],
    [{ filters: { code: undefined } }, true],
    [{ filters: { open: false } }, true],
    [{ filters: { open: true } }, false],
    [{ filters: { rank: 0 } }, true],
    [{ filters: { rank: 0, open: true } }, false],
    [{ search: 'order' }, true],
    [{ search: 'GRÖSSE' }, true],
    [{ search: 'GRÖßE' }, true],
    [{ search: 'limit' }, true],
    [{ search: '%_A.*B' }, true],
    [{ search: '%' }, true],
    [{ search: 'a%b' }, false],
    [{ search: '.*x' }, false],
    [{ search: 'order', filters: { open: true } }, false],
    [{ filters: { rank: { fromMs: 0, toMs: 0 } } }, true],
    [{ filters: { rank: { fromMs: -5, toMs: -1 } } }, false],
    [{ filters: { rank: { fromMs: 1, toMs: 5 } } }, false],
    [{ filters: { name: { fromMs: 0, toMs: 5 } } }, false],
  ])('%j → %s', (request, expected) => {
    expect(matches(spec, item, ask(request))).toBe(expected);
  });

  it('matches no null fields', () => {
    expect(matches(spec, itemOf({ name: null, code: null }, 0), ask({ search: 'null' }))).toBe(false);
  });
});

describe('the order of a list', () => {
  const listing = { keyOrder: { field: 'rank', direction: 'desc' } } as const;
  const dated: Pick<ListingSpec<string>, 'keyOrder'> = { keyOrder: { field: 'name', direction: 'asc' } };

  it('is key order by default', () => {
    expect(sortOf(listing)).toEqual({ field: 'rank', direction: 'desc' });
    expect(sortOf(listing, { direction: 'asc' })).toEqual({ field: 'rank', direction: 'asc' });
  });

  it.each([
    ['createdAt', 'desc'],
    ['updatedAt', 'desc'],
    ['priority', 'desc'],
    ['ruleName', 'asc'],
    ['category', 'asc'],
    ['fileSize', 'asc'],
  ])('by %s is %s by default', (field, direction) => {
    expect(sortOf(dated, { field })).toEqual({ field, direction });
    expect(sortOf(dated, { field, direction: 'asc' })).toEqual({ field, direction: 'asc' });
  });
});

describe('comparator', () => {
  const codes = (items: readonly Record<string, unknown>[]) => items.map(({ c }) => c);
  const items = [
    itemOf({ code: 'b', name: 'beta', rank: 1 }, 1),
    itemOf({ code: 'B', name: 'Alpha', rank: 1 }, 2),
    itemOf({ code: 'a', name: 'alpha', rank: 2 }, 3),
    itemOf({ code: 'c', name: null, rank: 1 }, 4),
    itemOf({ code: 'd', name: 'beta', rank: 2 }, 5),
  ];

  it.each<[ListRequest<Field>['sort'], string[]]>([
    [undefined, ['a', 'd', 'B', 'b', 'c']],
    [{ field: 'rank', direction: 'desc' }, ['a', 'd', 'B', 'b', 'c']],
    [{ field: 'rank', direction: 'asc' }, ['B', 'b', 'c', 'a', 'd']],
    [{ field: 'name', direction: 'asc' }, ['c', 'B', 'a', 'd', 'b']],
    [{ field: 'name', direction: 'desc' }, ['d', 'b', 'a', 'B', 'c']],
    [{ field: 'code', direction: 'asc' }, ['a', 'B', 'b', 'c', 'd']],
  ])('by %j', (sort, expected) => {
    expect(codes(items.toSorted(comparator(spec, sort && sortOf(spec, sort))))).toEqual(expected);
  });

  it('orders keys as DynamoDB does, by UTF-8 bytes', () => {
    const order = ['A', 'Z', 'a', 'é', '\uFFFD', '😀'];
    const shuffled = order.toReversed().map((code, index) => itemOf({ code }, index));
    expect(codes(shuffled.toSorted(comparator(spec, undefined)))).toEqual(order);
  });

  it('orders equal lists by their keys, in both directions', () => {
    const equal = ['b', 'a', 'c'].map((code, index) => ({ ...itemOf({ code }, index), n: ['x', 'y'] }));
    for (const direction of ['asc', 'desc'] as const)
      expect(codes(equal.toSorted(comparator(spec, { field: 'name', direction })))).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [undefined, [null, true, 1, 2, 10, ['x'], '10', 'abc', 'Ärger', 'zorn']],
    [new Set(['name'] as const), [null, 'later', '2026-02-01T00:00+02:00', '2026-02-01', '2026-03-01']],
  ])('orders values of a field whose kind was changed by their types (%j)', (timeFields, order) => {
    const sorted = (values: readonly unknown[]) =>
      values
        .map((value, index) => ({ ...itemOf({ code: String(index) }, index), n: value }))
        .toSorted(
          comparator({ ...spec, ...(timeFields && { timeFields }) }, { field: 'name', direction: 'asc' }),
        )
        .map(({ n }) => n);
    fc.assert(
      fc.property(fc.shuffledSubarray<unknown>(order, { minLength: order.length }), (values) => {
        expect(sorted(values)).toEqual(order);
      }),
    );
  });

  it('is the same for any initial order', () => {
    const sorts = [
      undefined,
      ...(['name', 'rank', 'open'] as const).map((field) => ({ field, direction: 'asc' as const })),
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(items, { minLength: items.length }),
        fc.constantFrom(...sorts),
        (mixed, sort) => {
          const compare = comparator(spec, sort);
          expect(codes(mixed.toSorted(compare))).toEqual(codes(items.toSorted(compare)));
        },
      ),
    );
  });
});

describe('listPage', () => {
  const count = 25;
  const listing = (pk: string, bytes?: number) =>
    Array.from({ length: count }, (_, index) =>
      itemOf({ code: `C${String(index).padStart(2, '0')}`, rank: index % 3, open: index % 2 === 0 }, index, {
        pk,
        ...(bytes !== undefined && { bytes }),
      }),
    );
  const rowKey = ({ id }: { id: string }) => ({ pk: 'rows', sk: id });
  const rowsOf = (items: readonly { id?: unknown; pk: string }[]) =>
    items.map(({ id }) => ({ pk: 'rows', sk: String(id) }));
  const counterOf = (pk: string) => ({ ...counterKey(pk, 0), n: count });

  /** A table with the given listings, their rows and counters. */
  function aListedTable(
    partitions: readonly string[],
    options: { queryLimit?: number; bytes?: number } = {},
  ) {
    const items = partitions.flatMap((pk) => listing(pk, options.bytes));
    const table = aFakeTable([...items, ...rowsOf(items), ...partitions.map(counterOf)], options);
    const ids = (compare = comparator(spec, undefined)) => items.toSorted(compare).map(({ id }) => id);
    return { items, ids, ...table };
  }
  const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ sk }) => sk);

  it.each([1, 2])('page %i, with the total from the counters', async (page) => {
    const { ids, requests } = aListedTable(['list']);
    const { rows, total } = await listPage(spec, ['list'], rowKey, ask({ page }));
    expect([idsOf(rows), total]).toEqual([ids().slice((page - 1) * 10, page * 10), count]);
    const [first, ...rest] = requests();
    expect([first, ...new Set(rest.toSorted())]).toEqual(['QueryCommand', 'BatchGetCommand', 'QueryCommand']);
  });

  it.each([3, 4])('page %i, the last one, with the total of the read entries', async (page) => {
    const { ids, requests } = aListedTable(['list']);
    const { rows, total } = await listPage(spec, ['list'], rowKey, ask({ page }));
    expect([idsOf(rows), total]).toEqual([ids().slice((page - 1) * 10, page * 10), count]);
    expect(requests()).toEqual(['QueryCommand', ...(rows.length > 0 ? ['BatchGetCommand'] : [])]);
  });

  it.each<[string, Partial<ListRequest<Field>>]>([
    ['a filter', { filters: { open: true } }],
    ['a search', { search: 'c1' }],
    ['another sort', { sort: { field: 'code', direction: 'desc' } }],
    ['another direction', { sort: { field: 'rank', direction: 'asc' } }],
  ])('with %s the pages contain every match once', async (_, request) => {
    const { items } = aListedTable(['list'], { queryLimit: 4 });
    const wanted = items
      .filter((item) => matches(spec, item, ask(request)))
      .toSorted(comparator(spec, sortOf(spec, request.sort)));
    const pages = [];
    for (let page = 1; page <= 4; page++) {
      const { rows, total } = await listPage(spec, ['list'], rowKey, ask({ ...request, page }));
      expect(total).toBe(wanted.length);
      pages.push(...idsOf(rows));
    }
    expect(pages).toEqual(wanted.map(({ id }) => id));
  });

  it.each([undefined, { filters: { open: false } }])(
    'merges several partitions into one order (%j)',
    async (more) => {
      const { items } = aListedTable(['one', 'two', 'other']);
      const wanted = items
        .filter(({ pk }) => pk !== 'other')
        .filter((item) => matches(spec, item, ask(more)))
        .toSorted(comparator(spec, undefined));
      const { rows, total } = await listPage(spec, ['one', 'two'], rowKey, ask({ page: 2, ...more }));
      expect([idsOf(rows), total]).toEqual([wanted.slice(10, 20).map(({ id }) => id), wanted.length]);
    },
  );

  it('reads several partitions at the same time', async () => {
    const { mock } = aListedTable(['one', 'two']);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    mock.on(QueryCommand).callsFake(async () => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return { Items: [] };
    });
    expect((await listPage(spec, ['one', 'two'], rowKey, ask({ search: 'x' }))).total).toBe(0);
  });

  it('counts a row once if it moved between two pages of a Query', async () => {
    const [moving] = [itemOf({ code: 'X', rank: 9 }, 0)];
    const moved = { ...itemOf({ code: 'X', rank: 1 }, 0) };
    aFakeTable([moving, moved, ...rowsOf([moving])]);
    const { rows, total } = await listPage(spec, ['list'], rowKey, ask({ filters: { code: 'X' } }));
    expect({ ids: idsOf(rows), total }).toEqual({ ids: ['list-0'], total: 1 });
  });

  it('omits and does not count expired rows of lists with a TTL', async () => {
    const [gone, stays] = [itemOf({ code: 'GONE' }, 0), itemOf({ code: 'STAYS' }, 1)];
    const ttl = Math.floor(Date.now() / 1_000) - 1;
    const { requests } = aFakeTable([{ ...gone, ttl }, stays, ...rowsOf([gone, stays])]);
    const expiring = { ...spec, expires: true } as const;
    const { rows, total } = await listPage(expiring, ['list'], rowKey, ask());
    expect({ ids: idsOf(rows), total }).toEqual({ ids: ['list-1'], total: 1 });
    expect(requests()).toEqual(['QueryCommand', 'BatchGetCommand']);
  });

  it.each([{}, { search: 'c' }])('leaves out and does not count what has no row (%j)', async (request) => {
    const [ahead, stored] = [itemOf({ code: 'C1' }, 0), itemOf({ code: 'C2' }, 1)];
    aFakeTable([ahead, stored, ...rowsOf([stored])]);
    const { rows, total } = await listPage(spec, ['list'], rowKey, ask(request));
    expect({ ids: idsOf(rows), total }).toEqual({ ids: ['list-1'], total: 1 });
  });

  it('is empty for an empty list', async () => {
    aFakeTable([]);
    for (const request of [{}, { search: 'x' }])
      expect(await listPage(spec, ['list'], rowKey, ask(request))).toEqual({ rows: [], total: 0 });
  });

  it('refuses a page that is too large for one response, with a size that fits, and reads no row', async () => {
    const { requests } = aListedTable(['list'], { bytes: 900_000 });
    await expect(listPage(spec, ['list'], rowKey, ask())).rejects.toMatchObject({
      constructor: PageTooLargeError,
      body: { pageSize: 10, suggestedPageSize: 5 },
    });
    expect(requests()).toEqual(['QueryCommand']);
    await expect(listPage(spec, ['list'], rowKey, ask({ pageSize: 5 }))).resolves.toMatchObject({
      total: count,
    });
  });
});
