import { describe, expect, it } from 'vitest';
import { listEntries } from '../../../shared/kernel/table/entries.ts';
import { aFakeTable } from '../../support/fault-injection/fake-table.ts';

const entries = (count: number, more: (index: number) => Record<string, unknown> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    pk: 'log',
    sk: String(index).padStart(4, '0'),
    number: index,
    ...more(index),
  }));
const ask = { page: 1, pageSize: 3, range: { from: '', to: '~' }, matches: () => true, nowSeconds: 1_000 };
const numbers = (items: readonly Record<string, unknown>[]) => items.map(({ number }) => number);

describe('listEntries', () => {
  it.each([
    [1, [0, 1, 2]],
    [2, [3, 4, 5]],
    [3, [6]],
    [4, []],
  ])('page %i in key order, with the exact total', async (page, expected) => {
    aFakeTable(entries(7), { queryLimit: 2 });
    const { items, total, totalIsExact } = await listEntries(['log'], { ...ask, page });
    expect([numbers(items), total, totalIsExact]).toEqual([expected, 7, true]);
  });

  it('counts and returns only matching entries', async () => {
    aFakeTable(entries(10));
    const matches = ({ number }: Record<string, unknown>) => Number(number) % 2 === 1;
    const { items, total } = await listEntries(['log'], { ...ask, page: 2, matches });
    expect([numbers(items), total]).toEqual([[7, 9], 5]);
  });

  it('reads many partitions in parallel, and keeps the order of their keys', async () => {
    const logs = Array.from({ length: 30 }, (_, log) =>
      entries(2, (index) => ({ pk: `log ${log}`, sk: `${index} ${String(log).padStart(2, '0')}` })),
    );
    aFakeTable(logs.flat());
    const partitions = logs.map((_, log) => `log ${log}`);
    const { items, total } = await listEntries(partitions, { ...ask, pageSize: 60 });
    expect(items.map(({ sk }) => sk)).toEqual(items.map(({ sk }) => sk).toSorted());
    expect({ read: items.length, total }).toEqual({ read: 60, total: 60 });
  });

  it('omits expired entries, even before they are deleted', async () => {
    aFakeTable(entries(4, (index) => ({ ttl: 999 + index })));
    const { items, total } = await listEntries(['log'], ask);
    expect([numbers(items), total]).toEqual([[2, 3], 2]);
  });

  it('searches ten pages of a Query, and reports that the total is not exact', async () => {
    const { requests } = aFakeTable(entries(100), { queryLimit: 4 });
    const matches = ({ number }: Record<string, unknown>) => number === 1 || number === 99;
    const { items, total, totalIsExact } = await listEntries(['log'], { ...ask, matches });
    expect([numbers(items), total, totalIsExact]).toEqual([[1], 1, false]);
    expect(requests().length).toBeLessThanOrEqual(12);
  });

  it('counts 2 MB of entries after a page exactly, and says so when there are more', async () => {
    const text = 'x'.repeat(20_000);
    const fill = (count: number) =>
      aFakeTable(
        entries(count, () => ({ text })),
        { queryLimit: 10 },
      );
    fill(100);
    expect(await listEntries(['log'], ask)).toMatchObject({ total: 100, totalIsExact: true });
    fill(400);
    const { items, total, totalIsExact } = await listEntries(['log'], ask);
    expect([numbers(items), totalIsExact]).toEqual([[0, 1, 2], false]);
    expect(total).toBeGreaterThanOrEqual(100);
    expect(total).toBeLessThan(120);
  });

  it('reads the page strongly consistent, and counted entries eventually consistent', async () => {
    const { consistency } = aFakeTable(entries(30));
    await listEntries(['log'], ask);
    expect(consistency()).toEqual([true, false]);
  });

  it('merges several logs in key order, page by page', async () => {
    aFakeTable([...entries(4), ...entries(3, (index) => ({ pk: 'other', number: 10 + index }))]);
    const all = { ...ask, pageSize: 4 };
    const first = await listEntries(['log', 'other'], all);
    const second = await listEntries(['log', 'other'], { ...all, page: 2 });
    expect(first.total).toBe(7);
    expect([...first.items, ...second.items].map(({ sk }) => sk)).toEqual(
      [...entries(4), ...entries(3)].map(({ sk }) => sk).toSorted(),
    );
  });

  it('returns the last ones first on request', async () => {
    aFakeTable(entries(5));
    const { items } = await listEntries(['log'], { ...ask, descending: true });
    expect(numbers(items)).toEqual([4, 3, 2]);
  });
});
