/** Limits of rules and segments. */

export const targetingLimits = {
  rules: 50,
  variants: 50,
  segmentsPerRule: 10,
  /** Different segments of all rules. */
  segments: 20,
  /** Characters of the name of a rule or variant, and of a salt. */
  name: 100,
  /** All rules as JSON. */
  bytes: 32_768,
} as const;

export const segmentLimits = {
  name: 100,
  description: 1_000,
  /** Segments of a tenant, or of the deployment. */
  perScope: 100,
  /** All of them as JSON: an evaluation that uses one reads all. */
  bytesPerScope: 102_400,
  /** Other segments that one includes. */
  includes: 10,
} as const;
