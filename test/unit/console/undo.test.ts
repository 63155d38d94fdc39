import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordChange, undoPlanOf } from '../../../lib/console/audit/undo-plan.ts';
import { type OpenApiDocument, resolveReference } from '../../../shared/modules/docs/openapi/types.ts';

interface UndoKind {
  path: string;
  read: string;
  fields: readonly string[] | 'any';
  renamed?: Readonly<Record<string, string>>;
  needed?: readonly string[];
}

interface UndoKinds {
  undoKinds: Readonly<Record<string, readonly UndoKind[]>>;
  undoFieldsOf: (kind: Pick<UndoKind, 'fields' | 'renamed'>) => (field: string) => string | undefined;
  undoKindOf: (kind: string, entry: { action: string; changes: object }) => UndoKind | undefined;
}

// By its address: the compiler reads tests without JSX, and the file names types of components.
const address = new URL('../../../lib/console/audit/undo-kinds.ts', import.meta.url).href;
const { undoFieldsOf, undoKindOf, undoKinds }: UndoKinds = await import(address);

const undoable = { fields: ['name', 'condition', 'secret', 'limit'], renamed: { roleIds: 'roles' } };
const fields = undoFieldsOf(undoable);

describe('the plan of an undo', () => {
  it.each([
    ['writes the values before', { name: { before: 'A', after: 'B' } }, { values: { name: 'A' } }],
    ['empties a field that had no value', { limit: { after: 5 } }, { values: { limit: null } }],
    ['uses the names of the change', { roleIds: { before: ['r'], after: [] } }, { values: { roles: ['r'] } }],
    ['keeps values that were too large', { name: { note: 'too large to keep' } }, { kept: ['name'] }],
    [
      'keeps masked values, also within others',
      { secret: { before: '__masked__', after: 'x' }, condition: { before: [{ key: '__masked__' }] } },
      { kept: ['secret', 'condition'] },
    ],
    ['keeps fields that no change accepts', { revision: { before: 1, after: 2 } }, { kept: ['revision'] }],
  ])('%s', (_, changes, plan) => {
    expect(undoPlanOf(changes, fields)).toEqual({ values: {}, kept: [], changedSince: [], ...plan });
  });

  it('names the fields that were changed again', () => {
    const changes = { name: { before: 'A', after: 'B' }, limit: { before: 1, after: 2 } };
    expect(undoPlanOf(changes, fields, { name: 'C', limit: 2 }).changedSince).toEqual(['name']);
  });
});

describe('the undo of a record', () => {
  const current = { fields: { total: 5, status: 'open' }, customFields: { tier: 'gold' } };
  const nothing = { fields: {}, customFields: {} };

  it.each([
    ['its fields', { total: 4, status: null }, { fields: { total: 4, status: null } }],
    [
      'a custom value, also one that it no longer has',
      { cf_priority: 'high' },
      { customFields: { priority: 'high' } },
    ],
    ['a custom value of an earlier entry', { tier: 'silver' }, { customFields: { tier: 'silver' } }],
    ['its external id', { externalId: null }, { externalId: null }],
  ])('writes %s', (_, values, change) => {
    expect(recordChange(values, current)).toEqual({ ...nothing, ...change });
  });
});

describe('entries that can be undone', () => {
  it.each([
    ['a change', 'updated', { ruleName: {} }, true],
    ['a creation', 'created', { ruleName: {} }, false],
    ['a deletion', 'deleted', { ruleName: {} }, false],
    ['a change of nothing that can be set', 'updated', { runAs: {} }, false],
  ])('%s', (_, action, changes, isUndone) => {
    expect(undoKindOf('business_rules.rule', { action, changes }) !== undefined).toBe(isUndone);
  });

  it('tells the targeting of a toggle from its settings', () => {
    const pathOf = (field: string) =>
      undoKindOf('feature_toggles.toggle', { action: 'updated', changes: { [field]: {} } })?.path;
    expect(pathOf('killSwitch')).toBe('/api/feature_toggles/global/{id}/targeting');
    expect(pathOf('name')).toBe('/api/feature_toggles/global');
  });
});

const document: OpenApiDocument = JSON.parse(
  readFileSync('shared/modules/docs/openapi/openapi.json', 'utf8'),
);

const kinds = Object.entries(undoKinds).flatMap(([kind, ways]) => ways.map((way) => ({ kind, ...way })));

describe.each(kinds)('the undo of $kind at $path', ({ path, read, fields, renamed = {}, needed = [] }) => {
  it('has an operation that reads the thing', () => {
    expect(document.paths[read]?.get).toBeDefined();
  });

  it('writes fields that the operation takes', () => {
    const schema = document.paths[path]?.put?.requestBody?.content?.['application/json']?.schema;
    const { properties = {} } = schema ? resolveReference(document, schema) : {};
    const written = fields === 'any' ? ['fields', 'customFields'] : [...fields, ...Object.values(renamed)];
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...written, ...needed]));
  });
});
