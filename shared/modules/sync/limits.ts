export const mappingLimits = {
  fields: 200,
  /** Characters of a path, such as `address.city`. */
  path: 200,
  /** Names in a path. */
  depth: 10,
  /** Transforms of one field. */
  transforms: 10,
  separator: 20,
  replaced: 200,
  /** Entries of a `lookup`. */
  lookups: 500,
  /** Body of a request that saves a mapping. */
  bytes: 131_072,
} as const;
