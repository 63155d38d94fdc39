import type { RatePolicy } from '../../../kernel/auth/rate-limit.ts';

export const oauthLimits = {
  codeSeconds: 60,
  accessTokenSeconds: 3_600,
  /** Lifetime of an authorization from its last refresh, and from its start. */
  idleSeconds: 30 * 86_400,
  maxSeconds: 90 * 86_400,
  /** An application that no user allowed is forgotten after a day, others after their authorizations. */
  unusedClientSeconds: 86_400,
  usedClientSeconds: 90 * 86_400,
  clientName: 120,
  redirectUris: 10,
  uriLength: 1_000,
  /** Of a document that describes an application. */
  documentBytes: 10_240,
  documentUris: 50,
  documentMs: 5_000,
  /** How long a document is used before it is read again. */
  documentSeconds: 300,
  /** Difference between the clocks of an application that signs and of the platform. */
  clockToleranceSeconds: 30,
  /** Characters of what an application signs. */
  assertion: 8_000,
  /** Documents that one function instance remembers. */
  cachedDocuments: 100,
} as const;

export const oauthPolicies = {
  register: { name: 'oauth-register', limit: 20, windowSeconds: 60 },
  /** Over all addresses, so that unused registrations stay few. */
  registerAll: { name: 'oauth-register-all', limit: 2_000, windowSeconds: 3_600 },
  token: { name: 'oauth-token', limit: 120, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>;
