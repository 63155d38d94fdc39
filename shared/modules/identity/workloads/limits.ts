export const workloadLimits = {
  /** For each key. */
  workloads: 5,
  audience: 300,
  subject: 500,
  token: 8_000,
  /** How long a session of a workload lasts. */
  sessionSeconds: 900,
  /** Age of a token. Kubernetes issues them for up to a day. */
  tokenAgeSeconds: 86_400,
} as const;
