/** Reads, creates, changes and deletes entity records. */
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { loadPatternEngine } from '../../kernel/base/patterns.ts';
import type { Scope } from '../../kernel/base/principal.ts';
import { truncate } from '../../kernel/base/text.ts';
import { InvalidInputError, requireFound } from '../../kernel/errors/errors.ts';
import type { Caller, Precondition, Reader, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { toList } from '../../kernel/lists/list.ts';
import { refuseHeavyRows } from '../../kernel/table/listing.ts';
import { customFieldNames } from './custom-field-names.ts';
import { customFilters } from './custom-filters.ts';
import { type Definition, getDefinitions, usesPatterns } from './definition-store.ts';
import * as store from './record.ts';
import { changedRecord, newRecord, type StoredRecord, toRecord, withDefinedValues } from './record.ts';
import type { CreateRecord, ListRecords, UpdateRecord } from './record-contract.ts';
import * as list from './record-list.ts';

/** Throws NotFoundError. */
async function getRecord(scope: Scope, id: string): Promise<StoredRecord> {
  return requireFound(await store.findRecord(scope, id), 'Record');
}

/** The type's definitions, ready for validation. */
async function definitionsFor(scope: Scope, entityType: string): Promise<Definition[]> {
  const { fields } = await getDefinitions(scope, entityType);
  if (fields.some(({ validation }) => usesPatterns(validation))) await loadPatternEngine();
  return fields;
}

/** The type's definitions, which are read only for a record with custom values. */
async function definitionsOfValues(
  scope: Scope,
  { entityType, custom }: StoredRecord,
): Promise<Definition[]> {
  return Object.keys(custom).length === 0 ? [] : (await getDefinitions(scope, entityType)).fields;
}

/** Throws InvalidInputError, ExternalIdTakenError, BodyTooLargeError. */
export async function createRecord({ scope, context }: Caller, input: CreateRecord) {
  const definitions = await definitionsFor(scope, input.entityType);
  const record = newRecord(scope, input, definitions, context);
  await store.insertRecord(record, definitions, context);
  return withRevision({ id: record.id }, record.revision);
}

/** Throws NotFoundError, StaleError, InvalidInputError, ExternalIdTakenError, BodyTooLargeError. */
export async function updateRecord(
  { scope, context }: Caller,
  { ifMatch, ...changes }: UpdateRecord & Precondition,
) {
  return updateWithRetry(
    () => getRecord(scope, changes.id),
    ifMatch,
    async (before) => {
      const definitions = await definitionsFor(scope, before.entityType);
      const after = changedRecord(before, changes, definitions, context);
      await store.replaceRecord(before, after, definitions, context);
      return withRevision(toRecord(withDefinedValues(after, definitions)), after.revision);
    },
  );
}

/** Throws NotFoundError, StaleError. */
export async function deleteRecord({ scope, context }: Caller, { id, ifMatch }: Target) {
  await updateWithRetry(
    () => getRecord(scope, id),
    ifMatch,
    async (record) => {
      const definitions = await definitionsOfValues(scope, record);
      await store.removeRecord(record, definitions, context);
    },
  );
  return { ok: true as const };
}

/** One page of records of a type. Throws InvalidInputError for an unknown sort or custom field. */
async function readPage(
  scope: Scope,
  query: ListRecords,
  { warnings, isStrict }: Pick<ChangeContext, 'warnings' | 'isStrict'> = {},
) {
  const { fields: definitions } = await getDefinitions(scope, query.entityType);
  const ignored =
    definitions.length > 0 ? [] : Object.keys(query).filter((name) => customFieldNames.test(name));
  if (isStrict && ignored.length > 0)
    throw new InvalidInputError(Object.fromEntries(ignored.map((name) => [name, 'is unknown'])));
  if (ignored.length > 0)
    warnings?.push(
      `${query.entityType} has no custom fields; ignored: ${truncate(ignored.join(', '), 200, '…')}.`,
    );
  const { page, pageSize, search, sortField, sortDir, id, entityType, externalId } = query;
  if (sortField?.startsWith('cf_') && !definitions.some(({ key }) => `cf_${key}` === sortField)) {
    throw new InvalidInputError({ sortField: 'is not a custom field of this type' });
  }
  const filters = { ...customFilters(query, definitions), externalId };
  const sort = { field: sortField, direction: sortDir };
  const request = { page, pageSize, search, filters, sort };
  const isNarrowed = id !== undefined || externalId !== undefined;
  const { items, total } = isNarrowed
    ? list.pageOfRecords(
        await list.findNamedRecords(scope, entityType, { id, externalId }),
        definitions,
        request,
      )
    : await list.listRecords(scope, entityType, definitions, request);
  const shown = items.map((record) => toRecord(withDefinedValues(record, definitions)));
  return toList(query, { items: shown, total });
}

/** One page of records of a type. Throws PageTooLargeError, and InvalidInputError for an unknown sort or custom field. */
export async function listRecords({ scope, context }: Caller, query: ListRecords) {
  const page = await readPage(scope, query, context);
  // Custom values are shown twice, and quotes take more bytes in a response than in the table.
  refuseHeavyRows(page.items, query.pageSize);
  return page;
}

/** The same page for a file, which has room for heavy rows and no place for warnings. */
export function exportRecords({ scope }: Reader, query: ListRecords) {
  return readPage(scope, query);
}

/** The columns of a file for the custom fields of a type, beside the object with all of them. */
export async function customColumns({ scope }: Reader, { entityType }: ListRecords): Promise<string[]> {
  const { fields } = await getDefinitions(scope, entityType);
  return fields.map(({ key }) => `cf_${key}`);
}
