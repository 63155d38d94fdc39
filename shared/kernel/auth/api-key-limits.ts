export const apiKeyLimits = {
  name: 120,
  description: 1_000,
  /** Each role needs two of a transaction's hundred writes. */
  roles: 20,
  /** Maximum grace period of a replaced secret. */
  graceSeconds: 86_400,
  /** As many ranges as fit into one write unit of a caller's item. */
  maxAllowedAddresses: 10,
  maxRequestsPerMinute: 1_000_000,
  maxRequestsPerHour: 10_000_000,
} as const;
