import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportCursorText, parseExportCursor } from '../../../shared/modules/sync/batches/export-batch.ts';
import {
  contentHash,
  mapBatch,
  type Planned,
  planItem,
  toChunks,
} from '../../../shared/modules/sync/batches/import-plan.ts';
import { defaultMapping } from '../../../shared/modules/sync/mappings/mapping.ts';
import { aRun } from '../../support/builders/stored-run.ts';
import { items } from '../../support/builders/sync.ts';
import { asTest } from '../../support/builders/tenants.ts';

const nothingStored = { synced: new Map(), matches: new Map(), records: new Map() };

function plan(batch: Parameters<typeof mapBatch>[1]): Planned[] {
  const planning = {
    ...{ run: aRun(), stored: nothingStored, definitions: [], context: asTest() },
    matchValueOf: () => undefined,
    taken: new Set<string>(),
  };
  return mapBatch(defaultMapping, batch).incoming.map((item) => planItem(planning, item));
}

type Written = Parameters<typeof toChunks>[0][number];
const written = (planned: readonly Planned[]) => planned.filter((one): one is Written => 'writes' in one);

describe('a batch', () => {
  it('uses the last of several items with the same id, at its position', () => {
    const given = ['C-1', 'C-2', 'C-1'].map((externalId, index) => ({ externalId, data: { name: index } }));
    const { incoming, duplicates } = mapBatch(defaultMapping, given);
    const names = incoming.map(({ index, mapped: { fields } }) => [index, fields.name]);
    expect(names.flat()).toEqual([1, 1, 2, 2]);
    expect(duplicates).toBe(1);
  });

  it('is split into transactions within DynamoDB limits', () => {
    const chunks = toChunks(written(plan(items(100))));
    expect(chunks.flat()).toHaveLength(100);
    for (const chunk of chunks) expect(chunk.flatMap(({ writes }) => writes).length).toBeLessThanOrEqual(97);
    const large = toChunks(written(plan(items(10, 'L-', { text: 'x'.repeat(250_000) }))));
    expect(Math.max(...large.map((chunk) => chunk.length))).toBeLessThanOrEqual(4);
  });

  it('refuses an item whose record would be too large', () => {
    const failure = { externalId: 'L-1', error: expect.stringContaining('larger') };
    expect(plan(items(1, 'L-', { text: 'x'.repeat(300_000) }))).toMatchObject([{ failure }]);
  });
});

describe('a content hash', () => {
  it('is the same for any order of keys, and differs for other content', () => {
    const reordered = { b: { d: null, c: [1, 2] }, a: 1 };
    expect(contentHash({ a: 1, b: { c: [1, 2], d: null } })).toBe(contentHash(reordered));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const isSame = JSON.stringify(left) === JSON.stringify(right);
        if (isSame) expect(contentHash(left)).toBe(contentHash(right));
      }),
    );
    const different = [null, 0, '0', '', [], {}, [null], { a: null }, { a: 1 }, { a: '1' }, [1], ['1']];
    expect(new Set(different.map(contentHash)).size).toBe(different.length);
  });
});

describe('the cursor of an export', () => {
  it('is unchanged after serialization, and invalid text means the start', () => {
    const times = { sinceMs: 1_700_000_000_000, begunMs: 1_700_000_100_000 };
    const cursor = { ...times, after: 'x#1', hasFailed: true, adapter: '{"part":2}', mapping: 'hash' };
    expect(parseExportCursor(exportCursorText(cursor))).toEqual(cursor);
    const noTimes = { sinceMs: null, begunMs: null };
    const start = { ...noTimes, after: null, hasFailed: false, adapter: null, mapping: null };
    for (const text of [null, '', 'nonsense', '{"since":"never"}'])
      expect(parseExportCursor(text)).toEqual(start);
  });
});
