/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

/** One text for every failed log-in, so that callers do not learn which addresses exist. */
export const LoginFailedError = apiError({
  code: 'login_failed',
  status: 401,
  when: 'No account has this e-mail address and password; the response does not say which one is wrong.',
  message:
    'No account has this e-mail address and password. If several tenants have an account with this address, send tenantId.',
});

export const TenantRequiredError = apiError({
  code: 'tenant_required',
  status: 409,
  when: 'The address and the password are those of an account in each of `tenants`; send the id of one as `tenantId`.',
  message: (_tenants: readonly { id: string; name: string | null }[]) =>
    'You have an account in several tenants with this password: send tenantId.',
  body: (tenants) => ({ tenants }),
  example: [
    [
      { id: '0b1f6c1e-52f8-4d0c-9b8a-6a3d6f0a7c11', name: 'Acme' },
      { id: '7c9e2d34-8a1b-4f6e-a2d5-1e9b3c7f5d22', name: 'Globex' },
    ],
  ],
});

export const SessionRequiredError = apiError({
  code: 'session_required',
  status: 403,
  when: 'The operation requires the account of a logged-in user; the caller is an API key or an application.',
  message: 'Log in as a user: API keys and applications have no account of their own.',
});

export const ApplicationForbiddenError = apiError({
  code: 'application_forbidden',
  status: 403,
  when: 'The caller is an application that a user has allowed: it gets no credential that would outlive its authorization.',
  message:
    'Log in as a user: applications can neither create nor rotate API keys, nor give them to workloads.',
});

export const RightsExceededError = apiError({
  code: 'rights_exceeded',
  status: 403,
  when: 'You can only grant or revoke rights that you hold; the response names those that you lack.',
  message: (missing: readonly string[], message?: string) =>
    message ?? `This requires rights that you do not have: ${missing.join(', ')}.`,
  body: (missing) => ({ required: missing, requiredFeatures: missing }),
  example: [['scheduler.jobs.manage']],
});

export const RoleNameTakenError = apiError({
  code: 'role_name_taken',
  status: 409,
  when: 'Another role of the tenant has this name.',
  message: (name: string) => `The role name "${name}" is taken.`,
  example: ['support'],
});

export const RoleInUseError = apiError({
  code: 'role_in_use',
  status: 409,
  when: 'The role is assigned to users or API keys, so it cannot be deleted.',
  message: 'The role is assigned to users or API keys; remove it from them first.',
});

export const EmailTakenError = apiError({
  code: 'email_taken',
  status: 409,
  when: 'Another user of the tenant has this e-mail address.',
  message: 'Another user of the tenant has this e-mail address.',
  body: { fieldErrors: { email: 'is taken' } },
  details: { email: 'is taken' },
});

export const OwnAccountError = apiError({
  code: 'own_account',
  status: 409,
  when: 'You cannot delete or deactivate yourself.',
  message: 'You cannot delete or deactivate yourself.',
});

export const CannotInviteError = apiError({
  code: 'cannot_invite',
  status: 409,
  when: 'The user is inactive, or has chosen a password already.',
  message: 'You can invite only active users without a password. Others can request a new password.',
});

export const OwnHomeError = apiError({
  code: 'own_home',
  status: 409,
  when: 'The caller belongs to the tenant or organization that it wants to close.',
  message: 'You cannot close or delete the tenant or organization you belong to.',
});

export const LogoutTokenInvalidError = apiError({
  code: 'logout_token_invalid',
  status: 400,
  when: 'The log-out token was not signed by the provider of the tenant for its client, has expired, or was used before.',
  message: 'The log-out token is not valid for this tenant.',
});

export const ProviderUnavailableError = apiError({
  code: 'provider_unavailable',
  status: 503,
  when: 'The identity provider of the tenant does not respond; repeat the request after `Retry-After`.',
  message: (_cause: unknown) => 'The identity provider does not respond; repeat the request shortly.',
  headers: () => ({ 'retry-after': '2' }),
  cause: (cause) => cause,
  example: [undefined],
});

export const ProviderRequiredError = apiError({
  code: 'provider_required',
  status: 403,
  when: 'The password is right, but the tenant lets users sign in through its identity provider only.',
  message: (_tenantId: string) => 'Your tenant lets you sign in through its identity provider only.',
  body: (tenantId) => ({ tenantId }),
  example: ['0b1f6c1e-52f8-4d0c-9b8a-6a3d6f0a7c11'],
});

export const FactorRequiredError = apiError({
  code: 'factor_required',
  status: 403,
  when: 'The password is right, and the user has a second factor: complete the log-in at `/api/auth/login/factor`. With a passkey, `passkey` has the options for the browser.',
  message: (_challenge: {
    challenge: string;
    factors: readonly string[];
    expiresAt: string;
    passkey?: object;
  }) => 'Complete the log-in with your second factor, or a recovery code.',
  body: (challenge) => challenge,
  example: [
    {
      challenge: 'J5sYb1xXo4f2nq0w7Vt9ZkQmR3uHcLpA9sW2eXv6bN1',
      factors: ['totp', 'recovery_code'],
      expiresAt: '2026-03-01T09:35:00.000Z',
    },
  ],
});

export const ChallengeInvalidError = apiError({
  code: 'challenge_invalid',
  status: 401,
  when: 'The challenge is unknown, expired or used, or the account has changed since: log in again.',
  message: 'The log-in took too long, or was completed already: log in again.',
});

export const FactorMissingError = apiError({
  code: 'factor_missing',
  status: 409,
  when: 'The user has no second factor, or no passkey where one is asked for.',
  message: 'Set up a second factor first.',
});

export const FactorLimitError = apiError({
  code: 'factor_limit',
  status: 409,
  when: 'The user has ten second factors.',
  message: 'You can have at most ten second factors: remove one first.',
});

export const LastFactorError = apiError({
  code: 'last_factor',
  status: 409,
  when: 'The tenant requires a second factor of the user, who has no other one.',
  message: 'Your tenant requires a second factor: set up another one before you remove this one.',
});
