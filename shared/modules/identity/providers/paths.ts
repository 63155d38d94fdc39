/** Where a provider returns people, and what its secret is encrypted for. */
export const callbackPath = '/api/auth/oidc/callback';
/** Followed by the tenant's id. */
export const logoutPath = '/api/auth/oidc/logout/';
export const consolePath = '/console/';
/** Purpose of the client's secret (`shared/kernel/secrets/seal.ts`). */
export const secretPurpose = 'auth.provider';
