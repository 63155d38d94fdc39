export const auditLimits = {
  /** Retention of entries, which the table's TTL then removes. */
  retentionDays: 400,
  /** Maximum size of the before/after values of an entry. */
  changesBytes: 8_192,
  /** Larger values are compressed. */
  plainChangesBytes: 384,
} as const;
