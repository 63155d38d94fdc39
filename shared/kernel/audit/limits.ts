export const auditLimits = {
  /** Entries are kept so long, then the table's TTL removes them. */
  retentionDays: 400,
  /** Size of the before/after values kept with an entry. */
  changesBytes: 8_192,
  /** Larger ones are deflated. */
  plainChangesBytes: 384,
} as const;
