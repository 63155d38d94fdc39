export const providerLimits = {
  issuer: 500,
  clientId: 300,
  clientSecret: 1_000,
  domains: 20,
  claim: 100,
  scopes: 20,
  scope: 100,
  groups: 100,
  group: 200,
  /** How long a person may take at the provider. */
  signInSeconds: 600,
  /** Sign-ins that a browser may have started: another one replaces the earliest. */
  startedPerBrowser: 5,
  /** Difference between the clocks of the provider and of the platform. */
  clockToleranceSeconds: 30,
  /** Age of a log-out token; its id is remembered as long. */
  logoutTokenSeconds: 300,
  /** How long what an issuer publishes is used before it is read again. */
  metadataSeconds: 600,
  /** Minimum time between two reads of an issuer's keys because of an unknown key. */
  keyCooldownSeconds: 10,
  requestMs: 5_000,
  responseBytes: 524_288,
  /** Issuers that one function instance remembers. */
  cachedIssuers: 200,
} as const;
