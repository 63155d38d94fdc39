export const apiKeyLimits = {
  name: 120,
  description: 1_000,
  /** Each role takes two of a transaction's hundred writes. */
  roles: 20,
  /** Longest time that a replaced secret goes on working. */
  graceSeconds: 86_400,
} as const;
