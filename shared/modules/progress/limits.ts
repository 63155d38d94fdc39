/** Limits and intervals of progress jobs. */
export const progressLimits = {
  jobTypeLength: 100,
  nameLength: 255,
  descriptionLength: 1_000,
  errorMessageLength: 2_000,
  errorStackLength: 10_000,
  /** `meta` and `resultSummary`, each as JSON. */
  documentBytes: 16_384,
  /** Three years. Longer estimates are not shown. */
  maxEtaSeconds: 94_608_000,
  /** How long ended jobs are kept. */
  retentionDays: 30,
  /** A running job without an update for this time is stale. */
  heartbeatSeconds: 60,
  /** The same for replays of webhooks: longer than all redeliveries of a page. */
  replayHeartbeatSeconds: 3_600,
  /** A job that has not started within this time is stale. */
  pendingHours: 24,
  /** Maximum number of active jobs that are returned. */
  activeJobs: 50,
  recentJobs: 10,
  recentSeconds: 30,
  sweepEveryMinutes: 1,
  /** Minimum time between two published updates with the same percentage. */
  publishEveryMs: 250,
} as const;
