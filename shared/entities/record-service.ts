/** What can be done with entity records: read, decide, write. */
import type { ChangeContext } from '../audit/record.ts';
import { InvalidInputError, NotFoundError } from '../http/errors.ts';
import { onCurrent } from '../http/on-current.ts';
import type { Scope } from '../identity/principal.ts';
import { loadPatternEngine } from '../patterns.ts';
import type { ListFilter } from '../table/listing.ts';
import type { CreateRecord, ListRecords, UpdateRecord } from './contract.ts';
import type { Definition } from './definition.ts';
import { getDefinitions } from './definition-store.ts';
import { filterValue } from './field-kind.ts';
import { usesPatterns } from './field-rule.ts';
import { changedRecord, newRecord, type StoredRecord } from './record.ts';
import * as store from './record-store.ts';

/** Throws NotFoundError. */
async function getRecord(scope: Scope, id: string): Promise<StoredRecord> {
  const record = await store.findRecord(scope, id);
  if (record === undefined) throw new NotFoundError('Record');
  return record;
}

/** The type's definitions, ready to check values with. */
async function definitionsFor(scope: Scope, entityType: string): Promise<Definition[]> {
  const { fields } = await getDefinitions(scope, entityType);
  if (fields.some(({ validation }) => usesPatterns(validation))) await loadPatternEngine();
  return fields;
}

/** Throws InvalidInputError, ExternalIdTakenError, BodyTooLargeError. */
export async function createRecord(
  scope: Scope,
  input: CreateRecord,
  context: ChangeContext,
): Promise<StoredRecord> {
  const definitions = await definitionsFor(scope, input.entityType);
  const record = newRecord(scope, input, definitions, context);
  await store.insertRecord(record, definitions, context);
  return record;
}

/** Throws NotFoundError, StaleError, InvalidInputError, ExternalIdTakenError, BodyTooLargeError. */
export async function updateRecord(
  scope: Scope,
  changes: UpdateRecord,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredRecord> {
  return onCurrent(
    () => getRecord(scope, changes.id),
    ifMatch,
    async (before) => {
      const definitions = await definitionsFor(scope, before.entityType);
      const after = changedRecord(before, changes, definitions, context);
      await store.replaceRecord(before, after, definitions, context);
      return after;
    },
  );
}

/** Throws NotFoundError, StaleError. */
export async function deleteRecord(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await onCurrent(
    () => getRecord(scope, id),
    ifMatch,
    (record) => store.removeRecord(record, context),
  );
}

/** `cf_key=v` and `cf_keyIn=a,b`, by the kind of the field. Filters on unknown keys are ignored. */
function customFilters(
  query: Readonly<Record<string, unknown>>,
  definitions: readonly Definition[],
): Record<string, ListFilter> {
  const filters: Record<string, ListFilter> = {};
  for (const { key, kind } of definitions) {
    const [one, several] = [query[`cf_${key}`], query[`cf_${key}In`]];
    const texts =
      typeof several === 'string' ? several.split(',') : typeof one === 'string' ? [one] : undefined;
    if (texts === undefined) continue;
    // A text that no value of the kind can equal filters everything out.
    filters[`cf_${key}`] = texts
      .map((text) => filterValue(kind, text.trim()))
      .filter((value) => value !== undefined);
  }
  return filters;
}

/** One page of records of a type, by the conventions of generic lists. Throws InvalidInputError for an unknown sort. */
export async function listRecords(scope: Scope, query: ListRecords) {
  const { fields: definitions } = await getDefinitions(scope, query.entityType);
  if (query.id !== undefined) return narrowed(scope, query, query.id);
  const { page, pageSize, search, sortField, sortDir, externalId } = query;
  if (sortField?.startsWith('cf_') && !definitions.some(({ key }) => `cf_${key}` === sortField)) {
    throw new InvalidInputError({ sortField: 'names no custom field of this type' });
  }
  const filters = { ...customFilters(query, definitions), externalId };
  const sort = { field: sortField ?? 'createdAt', direction: sortDir } as const;
  return store.listRecords(scope, query.entityType, definitions, { page, pageSize, search, filters, sort });
}

/** `id=` answers a list of one, or of none. */
async function narrowed(scope: Scope, { entityType }: ListRecords, id: string) {
  const record = await store.findRecord(scope, id);
  const items = record?.entityType === entityType ? [record] : [];
  return { items, total: items.length };
}
