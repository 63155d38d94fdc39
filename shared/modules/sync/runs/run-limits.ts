export const syncLimits = {
  /** Characters of what an integration calls its records. */
  entityType: 100,
  batchSize: 1_000,
  defaultBatchSize: 100,
  maxPageSize: 100,
  triggeredBy: 200,
  idempotencyKey: 255,
  validateMs: 20_000,
  /** How long a start is remembered by its `Idempotency-Key`. */
  requestDays: 1,
  /** Kept of what went wrong. */
  errorText: 1_000,
  /** Kept of an item that failed. */
  failedDataBytes: 8_192,
  failureDays: 30,
  /** Longer than any batch takes, and than its message is repeated. */
  chunkDays: 4,
  /** Batches of one run: the hops of its chain of messages. */
  batches: 10_000_000,
  /** One invocation: a batch of 1 000 items from a slow service. */
  workerSeconds: 120,
  /** Who works on a batch renews the lease three times in its time. */
  leaseSeconds: 45,
  /** Tries of one batch while the service fails, and while the platform itself does. */
  sourceTries: 5,
  platformTries: 30,
  /** Workers that may be stopped over one batch before its run fails. */
  workerTries: 5,
  /** Of the records of one batch, as the service sends them or as they are stored: objects take 20 times as much. */
  batchBytes: 4_194_304,
  /** Records that one batch reads to match items by a field. */
  matchRecords: 100_000,
  maxWaitSeconds: 120,
  /** Longest wait that a service may ask for: a queue hides a message no longer. */
  maxRetryAfterSeconds: 900,
  /** A run that has stood still so long is recovered. */
  idleSeconds: 60,
  /** What is left of a start without a run is removed after so long; no function takes as long to start one. */
  startSeconds: 900,
  /** How often a run that stands still gets another message. */
  redispatchSeconds: 120,
  /** Runs that a sweep reads at a time. */
  sweepPageRuns: 500,
  /** Transactions of one batch at the same time. */
  writeShards: 8,
  /** Where the next batch begins. The run's item holds it, within an export's own cursor as JSON: 400 KB together. */
  cursorBytes: 131_072,
  /** How often records are read again that others changed meanwhile. */
  conflictTries: 6,
} as const;
