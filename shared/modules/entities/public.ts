/** The parts of entities that other modules may use. */
export { customFilters } from './custom-filters.ts';
export {
  type CustomValues,
  changedCustomValues,
  customValuesOf,
  type Definition,
  getDefinitions,
  newCustomValues,
  usesPatterns,
  withoutNull,
} from './definition-store.ts';
export { type FieldValue, filterValue, isStorable } from './field-kind.ts';
export { recordListPartition, syncedKey } from './keys.ts';
export {
  changedRecord,
  countRecords,
  findByExternalId,
  findRecords,
  newRecord,
  replaceWrites,
  type StoredRecord,
  sourcesWrite,
  uncountedInsertWrites,
  withDefinedValues,
} from './record.ts';
export { type ListedRecord, readList } from './record-list.ts';
