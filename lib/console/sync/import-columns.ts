/** The columns of an uploaded file, and the mapping that they become. */
import type {
  FieldDefinition,
  SyncMapping,
  SyncMappingField,
  SyncPreview,
} from '../../../shared/clients/typescript/index.ts';

export const columnKinds = ['id', 'core', 'custom_field', 'ignore'] as const;
export const conversions = ['trim', 'number', 'integer', 'boolean', 'date', 'json'] as const;

export interface ColumnDraft {
  column: string;
  kind: (typeof columnKinds)[number];
  /** The name of the field of the record. */
  target: string;
  transform: SyncMappingField['transform'];
  /** What the saved mapping says of the column besides. */
  saved: SyncMappingField | undefined;
}

const comparable = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const kindOf = ({ mappingKind }: SyncMappingField): ColumnDraft['kind'] => {
  if (mappingKind === 'external_id') return 'id';
  return mappingKind === 'custom_field' || mappingKind === 'ignore' ? mappingKind : 'core';
};

function suggested(
  column: string,
  idColumn: string | undefined,
  definitions: readonly Pick<FieldDefinition, 'key'>[],
): ColumnDraft {
  const draft = { column, target: column, transform: undefined, saved: undefined };
  if (column === idColumn) return { ...draft, kind: 'id' };
  const name = comparable(column.startsWith('cf_') ? column.slice(3) : column);
  const defined = definitions.find(({ key }) => comparable(key) === name);
  return defined ? { ...draft, kind: 'custom_field', target: defined.key } : { ...draft, kind: 'core' };
}

/** What the columns become: by the saved mapping, or suggested by equal names. */
export function draftsOf(
  { columns, mapping, isSaved }: Pick<SyncPreview, 'columns' | 'mapping' | 'isSaved'>,
  definitions: readonly Pick<FieldDefinition, 'key'>[],
): ColumnDraft[] {
  const fields = mapping.fields ?? [];
  const keepsOthers =
    mapping.otherFields === undefined ? fields.length === 0 : mapping.otherFields === 'keep';
  const ids = ['id', comparable('external_id')];
  const idColumn = columns.find((column) => ids.includes(comparable(column))) ?? columns[0];
  const hasSavedId = fields.some(({ mappingKind }) => mappingKind === 'external_id');
  return columns.map((column) => {
    const saved = fields.find(({ externalField }) => externalField === column);
    if (saved !== undefined) {
      const { localField: target, transform } = saved;
      return { column, kind: kindOf(saved), target, transform, saved };
    }
    const draft = suggested(
      column,
      isSaved && (hasSavedId || column !== 'id') ? undefined : idColumn,
      definitions,
    );
    return isSaved && !keepsOthers && draft.kind !== 'id' ? { ...draft, kind: 'ignore' } : draft;
  });
}

function fieldOf({ column, kind, target, transform, saved }: ColumnDraft): SyncMappingField {
  const { mappingKind: before, transform: _, ...others } = saved ?? {};
  // A kind that the form does not offer, such as the id of another record, is shown as a field and stays.
  const other = before === 'relation' || before === 'metadata' ? before : undefined;
  const mappingKind = kind === 'id' ? 'external_id' : kind === 'core' ? other : kind;
  return {
    ...others,
    externalField: column,
    localField: target.trim() || column,
    ...(mappingKind && { mappingKind }),
    ...(transform !== undefined && { transform }),
  };
}

/** The mapping of the columns; other fields of the saved mapping stay. */
export function mappingOfColumns(drafts: readonly ColumnDraft[], before: SyncMapping): SyncMapping {
  const columns = new Set(drafts.map(({ column }) => column));
  const kept = (before.fields ?? []).filter(
    ({ externalField, mappingKind }) => !columns.has(externalField) && mappingKind !== 'external_id',
  );
  return {
    ...before,
    fields: [...drafts.map(fieldOf), ...kept],
    otherFields: 'ignore',
  };
}

/** Whether every column keeps its name without a mapping. */
export const keepNames = (drafts: readonly ColumnDraft[]): boolean =>
  drafts.every(({ column, kind, target, transform }) => {
    if (transform !== undefined || column.includes('.')) return false;
    if (kind === 'id') return column === 'id';
    return kind === 'custom_field' ? column === `cf_${target}` : kind === 'core' && column === target;
  });

export const hasOneId = (drafts: readonly ColumnDraft[]): boolean =>
  drafts.filter(({ kind }) => kind === 'id').length === 1;

export type ValueType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'object';

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** The type of a value as it will be stored; undefined if there is none. */
export function typeOfValue(value: unknown): ValueType | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return isoTime.test(value) ? 'date' : 'text';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}
