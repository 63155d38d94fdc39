/** How long, how many, how often. */
export const progressLimits = {
  jobTypeLength: 100,
  nameLength: 255,
  descriptionLength: 1_000,
  errorMessageLength: 2_000,
  errorStackLength: 10_000,
  /** `meta` and `resultSummary`, each as JSON. */
  documentBytes: 16_384,
  /** A job that takes longer has no time at which it is done: three years. */
  maxEtaSeconds: 94_608_000,
  /** Jobs that ended are kept so long. */
  retentionDays: 30,
  /** A running job that is not heard of for so long has lost its worker. */
  heartbeatSeconds: 60,
  /** A job that has not begun after so long never will. */
  pendingHours: 24,
  /** Jobs that go on, as browsers are shown them. */
  activeJobs: 50,
  recentJobs: 10,
  recentSeconds: 30,
  sweepEveryMinutes: 1,
  /** Updates are published to browsers so often at most, or when the percentage is another. */
  publishEveryMs: 250,
} as const;
