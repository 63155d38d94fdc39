import { describe, expect, it } from 'vitest';
import {
  draftsOf,
  hasOneId,
  keepNames,
  mappingOfColumns,
  typeOfValue,
} from '../../../lib/console/sync/import-columns.ts';

const unsaved = { mapping: { fields: [], otherFields: 'keep' as const }, isSaved: false };

const kinds = (columns: string[], definitions: { key: string }[] = []) =>
  draftsOf({ columns, ...unsaved }, definitions).map(({ kind, target }) => `${kind} ${target}`);

describe('the columns of an uploaded file', () => {
  it('are suggested by equal names', () => {
    expect(kinds(['name', 'ID'])).toEqual(['core name', 'id ID']);
    expect(kinds(['id', 'Loyalty Tier', 'No.'], [{ key: 'loyalty_tier' }])).toEqual([
      'id id',
      'custom_field loyalty_tier',
      'core No.',
    ]);
    expect(kinds(['Number', 'Name'])).toEqual(['id Number', 'core Name']);
  });

  it('need no mapping while each keeps its name', () => {
    const drafts = draftsOf({ columns: ['id', 'name'], ...unsaved }, []);
    expect([keepNames(drafts), hasOneId(drafts)]).toEqual([true, true]);
    expect(keepNames(drafts.map((draft) => ({ ...draft, transform: 'trim' as const })))).toBe(false);
    expect(keepNames(draftsOf({ columns: ['Number'], ...unsaved }, []))).toBe(false);
  });

  it('keep what a saved mapping says besides', () => {
    const mapping = {
      fields: [
        { externalField: 'Name', localField: 'name', required: true, transform: 'trim' as const },
        { externalField: 'Owner', localField: 'owner', mappingKind: 'relation' as const },
        { externalField: 'Later', localField: 'later' },
      ],
      matchStrategy: 'email' as const,
    };
    const drafts = draftsOf({ columns: ['id', 'Name', 'Owner', 'Other'], mapping, isSaved: true }, []);
    expect(drafts.map(({ kind }) => kind)).toEqual(['id', 'core', 'core', 'ignore']);
    expect(mappingOfColumns(drafts, mapping)).toEqual({
      matchStrategy: 'email',
      otherFields: 'ignore',
      fields: [
        { externalField: 'id', localField: 'id', mappingKind: 'external_id' },
        mapping.fields[0],
        mapping.fields[1],
        { externalField: 'Other', localField: 'Other', mappingKind: 'ignore' },
        mapping.fields[2],
      ],
    });
  });

  it.each([
    ['text', 'text'],
    ['2026-03-01T00:00:00.000Z', 'date'],
    [1, 'number'],
    [false, 'boolean'],
    [[1], 'list'],
    [{ a: 1 }, 'object'],
    ['', undefined],
    [null, undefined],
  ])('show the type of %j', (value, type) => {
    expect(typeOfValue(value)).toBe(type);
  });
});
