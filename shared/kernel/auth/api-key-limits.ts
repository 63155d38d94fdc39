export const apiKeyLimits = {
  name: 120,
  description: 1_000,
  /** Each role takes two of a transaction's hundred writes. */
  roles: 20,
  /** Longest time that a replaced secret goes on working. */
  graceSeconds: 86_400,
  /** Ranges that fit into what one write of a caller's item costs. */
  maxAllowedAddresses: 10,
  maxRequestsPerMinute: 1_000_000,
  maxRequestsPerHour: 10_000_000,
} as const;
