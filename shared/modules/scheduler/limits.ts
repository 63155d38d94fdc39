export const jobLimits = {
  name: 255,
  description: 2_000,
  scheduleValue: 255,
  requireFeature: 255,
  target: 128,
  /** The payload as JSON; one queue message must hold it. */
  payloadBytes: 131_072,
  /** Toggles of a condition: one request reads them. */
  conditionToggles: 50,
  pageSize: 20,
  maxPageSize: 100,
  /** How long a deleted job can be restored. */
  undoDays: 30,
  triggersPerMinute: 10,
  triggersPerHour: 100,
  /** Firings in one preview. */
  previewedFirings: 50,
  /** Maximum distance from now at which a preview may begin. */
  previewDays: 3_660,
} as const;

export const runLimits = {
  /** Attempts of a run in total. */
  attempts: 3,
  /** Waits before the second and the third attempt. */
  retryDelaysSeconds: [1, 5],
  /** Retention of completed runs; failed runs are kept three times as long. */
  retentionDays: 30,
  /** Frequent jobs keep about this number of runs instead, but at least those of one day. */
  retainedRuns: 5_000,
  /** The result of a run as JSON; of a larger result only the size is kept. */
  resultBytes: 16_384,
  errorCharacters: 2_000,
} as const;

/** Timeout of the worker for one batch of messages, and so the lease of its runs. */
export const executionTimeoutSeconds = 60;
