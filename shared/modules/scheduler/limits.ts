export const jobLimits = {
  name: 255,
  description: 2_000,
  scheduleValue: 255,
  requireFeature: 255,
  target: 128,
  /** The payload as JSON; it travels in one message of a queue. */
  payloadBytes: 131_072,
  /** Toggles that a condition looks at: one request reads them. */
  conditionToggles: 50,
  pageSize: 20,
  maxPageSize: 100,
  /** A deleted job can be brought back for so long. */
  undoDays: 30,
  triggersPerMinute: 10,
  triggersPerHour: 100,
  /** Firings that one request shows. */
  previewedFirings: 50,
  /** How far from now a preview may begin. */
  previewDays: 3_660,
} as const;

export const runLimits = {
  /** How often a run is tried in all. */
  attempts: 3,
  /** Waits before the second and the third attempt. */
  retryDelaysSeconds: [1, 5],
  /** Runs that completed are kept so long, those that failed three times as long. */
  retentionDays: 30,
  /** Jobs that run often keep about so many runs instead, but a day of them at least. */
  retainedRuns: 5_000,
  /** The result of a run as JSON; of a larger one only its size is kept. */
  resultBytes: 16_384,
  errorCharacters: 2_000,
} as const;

/** How long the worker may take for one batch of messages; until then, a run it has begun is in its hands. */
export const executionTimeoutSeconds = 60;
