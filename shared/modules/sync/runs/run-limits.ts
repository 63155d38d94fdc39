export const syncLimits = {
  /** Characters of an integration's name for its records. */
  entityType: 100,
  batchSize: 1_000,
  defaultBatchSize: 100,
  maxPageSize: 100,
  triggeredBy: 200,
  validateMs: 20_000,
  /** Rows of a preview. */
  previewRows: 10,
  /** Characters of an error. */
  errorText: 1_000,
  /** Bytes of a failed item. */
  failedDataBytes: 8_192,
  failureDays: 30,
  /** Longer than a batch, and than the redelivery of its message. */
  chunkDays: 4,
  /** Batches of one run: its messages form a chain. */
  batches: 10_000_000,
  /** Time of one invocation: a batch of 1 000 items from a slow service. */
  workerSeconds: 120,
  /** The holder renews the lease three times in this time. */
  leaseSeconds: 45,
  /** Attempts of one batch while the service fails, and while the platform fails. */
  sourceTries: 5,
  platformTries: 30,
  /** Workers that may be stopped during one batch before its run fails. */
  workerTries: 5,
  /**
   * Bytes of the records of one batch, as sent by the service or as stored; objects in memory take 20 times
   * as much.
   */
  batchBytes: 4_194_304,
  /** Records that one batch reads to match items by a field. */
  matchRecords: 100_000,
  maxWaitSeconds: 120,
  /** Maximum wait that a service may request, which is the maximum delay of a queue. */
  maxRetryAfterSeconds: 900,
  /** A run without progress for this time is recovered. */
  idleSeconds: 60,
  /** Interval between repeated messages of a run without progress. */
  redispatchSeconds: 120,
  /** Runs that a sweep reads per page. */
  sweepPageRuns: 500,
  /** Concurrent transactions of one batch. */
  writeShards: 8,
  /**
   * Maximum bytes of an adapter's cursor. The run's item, at most 400 KB, contains it as JSON in the export's
   * cursor.
   */
  cursorBytes: 131_072,
  /** Attempts to read records again after concurrent changes. */
  conflictTries: 6,
} as const;
