import type { RatePolicy } from '../../../kernel/auth/rate-limit.ts';

export const factorLimits = {
  name: 60,
  /** Second factors of one user. */
  perUser: 10,
  /** How long a started set-up is valid, and a challenge of a log-in or a session. */
  enrolmentSeconds: 600,
  challengeSeconds: 300,
  recoveryCodes: 10,
} as const;

/** Codes that may be tried: of six digits, three are right at any time. */
export const proofLimits = {
  address: { name: 'factor-address', limit: 20, windowSeconds: 60, blockSeconds: 60 },
  user: { name: 'factor-user', limit: 10, windowSeconds: 300, blockSeconds: 300 },
} as const satisfies Record<string, RatePolicy>;
