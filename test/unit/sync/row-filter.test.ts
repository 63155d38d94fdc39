import { describe, expect, it } from 'vitest';
import { mapBatch } from '../../../shared/modules/sync/batches/import-plan.ts';
import { defaultMapping, rowFilterOf } from '../../../shared/modules/sync/mappings/mapping.ts';
import { addCounts, noCounts, processedOf } from '../../../shared/modules/sync/runs/run.ts';
import { items } from '../../support/builders/sync.ts';

const nowMs = Date.parse('2026-03-01T09:30:00.000Z');

describe('the condition of a mapping', () => {
  it('evaluates the fields of the row, and the current time', async () => {
    const rules = [
      { field: 'Country', operator: 'IN', value: ['DE', 'AT'] },
      { field: 'address.city', operator: 'MATCHES', value: '^W' },
      { field: 'since', operator: '<', value: '{{today}}' },
    ];
    const filter = await rowFilterOf({ condition: { operator: 'AND', rules } }, nowMs);
    const row = { Country: 'AT', address: { city: 'Wien' }, since: '2025-12-31' };
    expect(filter(row)).toBe('selected');
    expect(filter({ ...row, since: '2026-03-02' })).toBe('held back');
    expect(filter({ ...row, address: null })).toBe('held back');
  });

  it.each([undefined, null])('accepts every row if it is %s', async (condition) => {
    expect((await rowFilterOf({ condition }, nowMs))({})).toBe('selected');
  });

  it('fails rows for which it cannot be evaluated', () => {
    const { failures, incoming } = mapBatch(defaultMapping, items(1), () => 'not evaluated');
    expect(incoming).toEqual([]);
    expect(failures).toMatchObject([{ error: 'The condition of the mapping could not be evaluated.' }]);
  });

  it('adds the counts of batches, and omits a zero count', () => {
    const batch = { ...noCounts, createdCount: 2, heldBackCount: 3 };
    expect(addCounts(noCounts, noCounts)).toEqual(noCounts);
    expect(addCounts(addCounts(noCounts, batch), batch)).toMatchObject({ heldBackCount: 6 });
    expect(processedOf(batch)).toBe(5);
  });
});
