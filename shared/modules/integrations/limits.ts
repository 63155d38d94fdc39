export const integrationLimits = {
  id: 128,
  category: 64,
  search: 200,
  apiVersion: 128,
  credentialKeys: 200,
  credentialKey: 128,
  credentialValue: 20_000,
  /** Sealed, a third more: with its key and bookkeeping one item of 400 KB. */
  credentialsBytes: 262_144,
  /** For the whole of a health check; the caller of one waits for it. */
  checkTimeoutMs: 10_000,
  /** How often enabled integrations are checked. */
  checkEveryMinutes: 15,
  /** Characters of what a check found. */
  checkMessage: 500,
  logMessage: 2_000,
  logCode: 128,
  logPayloadBytes: 8_192,
  logEntityType: 128,
  /** Ids of runs and entities that callers filter the log by: sources name their entities as they like. */
  logFilter: 200,
  /** Days of the activity that lists show. */
  analyticsDays: 30,
} as const;
