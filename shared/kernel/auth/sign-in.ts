/** How a session was started, and what has proved the identity of its user. */

export const signInMethods = ['password', 'passkey', 'provider', 'key', 'workload'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** Proofs of identity: those that start a session, and second factors. */
export const signInFactors = [...signInMethods, 'totp', 'recovery_code'] as const;
export type SignInFactor = (typeof signInFactors)[number];

export interface SignIn {
  method: SignInMethod;
  /** Every proof that the session has had, in the order of their first use. */
  factors: readonly SignInFactor[];
  /** When the user last proved a second factor; missing without one. */
  factorAtMs?: number | undefined;
}
