export const integrationLimits = {
  id: 128,
  category: 64,
  apiVersion: 128,
  credentialKeys: 200,
  credentialKey: 128,
  credentialValue: 20_000,
  /** Encryption adds a third, so that the item stays below the 400 KB of DynamoDB. */
  credentialsBytes: 262_144,
  /** Timeout of a whole health check, for which callers wait. */
  checkTimeoutMs: 10_000,
  /** How often enabled integrations are checked. */
  checkEveryMinutes: 15,
  /** Maximum characters of a health check's message. */
  checkMessage: 500,
  logMessage: 2_000,
  logCode: 128,
  logPayloadBytes: 8_192,
  logEntityType: 128,
  /** Maximum characters of run and entity ids in filters of the log. External sources define entity ids. */
  logFilter: 200,
  /** Number of days of the activity in lists. */
  analyticsDays: 30,
} as const;
