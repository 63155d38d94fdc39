export const auditLimits = {
  /** Retention of entries, which the table's TTL then removes. */
  retentionDays: 400,
  /** Maximum size of the before/after values of an entry. Fields beyond it are replaced by a note, the largest first. */
  changesBytes: 3_072,
} as const;
