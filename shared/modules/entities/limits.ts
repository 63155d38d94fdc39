export const entityLimits = {
  /** Enough for the entity type that a sync derives from the longest name of its records. */
  entityType: 112,
  externalId: 200,
  /** Bytes of a whole record; a DynamoDB item has at most 400 KB. */
  recordBytes: 262_144,
  /** Custom fields of one entity type. */
  definitions: 128,
  key: 50,
  label: 200,
  options: 500,
  /** Rules of one custom field. */
  validations: 32,
  regex: 500,
  /** Maximum characters of a text that a pattern is matched against. */
  regexInput: 10_000,
  /** Steps of all patterns on one record, at most 4 s (shared/kernel/base/patterns.ts). */
  regexSteps: 100_000_000,
  message: 500,
  /** Characters of a record's texts that searches read; more would raise the cost of every search. */
  searchText: 512,
} as const;
