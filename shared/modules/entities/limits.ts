export const entityLimits = {
  /** Room for what a sync makes of the longest name of its records. */
  entityType: 112,
  externalId: 200,
  /** One record with everything in it; DynamoDB takes items up to 400 KB. */
  recordBytes: 262_144,
  /** Custom fields of one entity type. */
  definitions: 128,
  key: 50,
  label: 200,
  options: 500,
  /** Rules of one custom field. */
  validations: 32,
  regex: 500,
  /** Longest text that a regex is tried on. */
  regexInput: 10_000,
  /** Work of all patterns on one record, 4 s at most (shared/kernel/text/patterns.ts). */
  regexSteps: 100_000_000,
  message: 500,
  /** Characters of a record's own text that lists search in; more would make every search dearer. */
  searchText: 512,
} as const;
