/** Limits of rules, segments and prerequisites. */

export const targetingLimits = {
  rules: 50,
  variants: 50,
  segmentsPerRule: 10,
  /** Maximum number of different segments in all rules of a toggle. */
  segments: 20,
  /** Maximum characters of a rule's or variant's name, and of a salt. */
  name: 100,
  /** Maximum characters of a group and of the path of the attribute that is hashed. */
  hashed: 200,
  /** Maximum weight of a variant. */
  weight: 50_000,
  /** Maximum size of all rules as JSON. */
  bytes: 32_768,
} as const;

export const prerequisiteLimits = {
  /** Maximum number of prerequisites of a toggle. */
  perToggle: 10,
  /** Maximum length of a chain of prerequisites. A check sends one request per level. */
  levels: 3,
  /** Maximum number of toggles that one toggle needs, directly and indirectly. A check reads all of them. */
  needed: 20,
  /** Maximum size of a required value as JSON. */
  valueBytes: 1_024,
  /** Maximum size of the identifiers of all prerequisites of the deployment as JSON, which are one item. */
  graphBytes: 102_400,
} as const;

export const segmentLimits = {
  name: 100,
  description: 1_000,
  /** Maximum number of segments in a tenant or in the deployment. */
  perScope: 100,
  /** Maximum size of all of them as JSON, because an evaluation with segments reads all of them. */
  bytesPerScope: 102_400,
  /** Maximum number of segments that a segment includes. */
  includes: 10,
} as const;
