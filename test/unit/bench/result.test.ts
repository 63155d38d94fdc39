import { describe, expect, it, vi } from 'vitest';
import { type Bench, type BenchContext, measureAll, resultOf } from '../../../lib/lab/bench/bench.ts';
import { benches } from '../../../lib/lab/bench/registry.ts';
import { figure, tableRow } from '../../../lib/lab/bench/report.ts';

const bench = (bar: number | null): Bench => ({
  name: 'example',
  unit: 'ms',
  bar,
  measure: async () => ({ ours: 0, other: null }),
});

describe('the result of a bench', () => {
  it.each([
    ['the ratio of both sides with the limit', 1.25, { ours: 10, other: 8 }, { ratio: 1.25, met: true }],
    ['a ratio that misses it', 1.25, { ours: 10.1, other: 8 }, { met: false }],
    ['the own value with it without another side', 2, { ours: 2, other: null }, { ratio: null, met: true }],
    ['an own value that misses it', 2, { ours: 3, other: null }, { met: false }],
    ['nothing without a limit', null, { ours: 3, other: 1 }, { ratio: 3, met: null }],
  ])('compares %s', (_, bar, measured, expected) => {
    expect(resultOf(bench(bar), measured)).toMatchObject(expected);
  });

  it('of which more is better is compared with a lower limit', () => {
    const faster = { ...bench(20), atLeast: true } as const;
    expect(resultOf(faster, { ours: 200, other: 10 })).toMatchObject({ ratio: 20, met: true });
    expect(resultOf(faster, { ours: 199, other: 10 })).toMatchObject({ met: false });
    expect(tableRow(faster, resultOf(faster, { ours: 200, other: 10 }))).toContain('>= 20');
  });

  it('has exactly the documented fields, and details only if there are any', () => {
    const fields = ['bar', 'met', 'other', 'ours', 'ratio', 'unit'];
    expect(Object.keys(resultOf(bench(2), { ours: 1, other: 1 })).toSorted()).toEqual(fields);
    expect(resultOf(bench(2), { ours: 1, other: 1, details: { p50: 4 } })).toHaveProperty('details.p50', 4);
  });
});

describe('the table', () => {
  it('shows a missed limit in capitals and the notes below', () => {
    const result = resultOf(bench(1.25), { ours: 3, other: 2 });
    const [row = '', note] = tableRow(bench(1.25), result, ['a note']).split('\n');
    expect(row.trim().split(/\s+/)).toEqual(['example', '3', '2', '1.50', '<=', '1.25', 'NO', 'ms']);
    expect(note?.trim()).toBe('a note');
  });

  it('rounds figures by their size', () => {
    expect([0.12345, 12.345, 123.45, 1234.5].map(figure)).toEqual(['0.123', '12.35', '123.5', '1235']);
  });

  it('names every bench once', () => {
    const names = benches.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('benches of a run', () => {
  // Benches of this test use no shared resources.
  const context = {
    bundles: vi.fn(),
    tools: vi.fn(),
    platform: vi.fn(),
    passiveTable: vi.fn(),
    defer: vi.fn(),
  } satisfies BenchContext;

  it('reports one that throws as a row that misses its limit, and measures the next', async () => {
    const failure = () => Promise.reject(new Error('no disk'));
    const breaking = { ...bench(null), name: 'breaking', measure: failure };
    const working = { ...bench(2), name: 'working', measure: async () => ({ ours: 1, other: null }) };
    const rows: string[] = [];
    const soFar: string[][] = [];
    const results = await measureAll([breaking, working], context, (one, result, known) => {
      rows.push(tableRow(one, result));
      soFar.push(Object.keys(known));
    });
    expect(rows[0]).toMatch(/^breaking +FAILED .*NO .*\n {4}no disk$/s);
    expect(soFar).toEqual([['breaking'], ['breaking', 'working']]);
    expect(results).toMatchObject({
      breaking: { ours: null, met: false, failure: 'no disk' },
      working: { ours: 1, met: true },
    });
  });
});
