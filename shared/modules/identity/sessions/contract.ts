/** Endpoints of sessions: log in, refresh, log out, and the caller's features. */
import * as z from 'zod/mini';
import { maxWrittenAddress } from '../../../kernel/base/email-address.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, queryBoolean, text, uuid } from '../../../kernel/http/fields.ts';

const base = {
  module: 'auth',
  method: 'POST',
  scope: 'none',
  errorFields: { ok: false },
} as const;

const tokenExample = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzaWQiOiI0dyJ9.c2lnbmF0dXJl';
export const refreshExample = 'J5sYb1xXo4f2nq0w7Vt9ZkQmR3uHcLpA.9sW2eXv6bN1mQ8rT4yU7iO0pA3sD5fG6hJ9kL2zX1cV';

const ok = alwaysTrue();
const refreshToken = text(512).check(
  about('Gets new session tokens at `/api/auth/session/refresh`.', refreshExample),
);

export const LogIn = z.object({
  email: text(maxWrittenAddress).check(about('E-mail address, ignoring case.', 'ada@example.com')),
  password: text(1_000).check(about('The password.', 'Analytical-1')),
  remember: z
    ._default(queryBoolean(), false)
    .check(about('Keep the session for 30 days: `true`, `1`, `on` or `yes`.')),
  tenantId: z.optional(
    uuid(
      'Tenant of the account; required if the password matches in several tenants, or if more than four have an account with the address.',
    ),
  ),
  tenant: z.optional(uuid('Alias of `tenantId`; `tenantId` has precedence.')),
  redirect: z
    .optional(text(2_000))
    .check(about('Path on this host to which the browser is redirected afterwards.', '/docs/api')),
});
export type LogIn = z.infer<typeof LogIn>;

export const logIn = defineEndpoint({
  ...base,
  operationId: 'logIn',
  path: '/api/auth/login',
  summary: 'Log in with an e-mail address and a password',
  description:
    'Takes an HTML form. Returns a session token for `Authorization: Bearer …` and sets it as cookie ' +
    '`auth_token` (8 hours), with a refresh token as cookie `session_token` (8 hours, 30 days with `remember`). ' +
    'A wrong address and a wrong password have the same response. Without `tenantId`, the account is found by its ' +
    'password among up to four tenants; if it matches in several, the response is 409 `tenant_required` with these ' +
    'tenants. If more than four tenants have an account with your address, send `tenantId`. A user with a second factor ' +
    'gets 403 `factor_required` with a `challenge`. At most 20 attempts per ' +
    'minute from one client address, and 5 of these for one e-mail address; then log-ins are blocked for a minute.',
  auth: 'none',
  sameOrigin: true,
  body: LogIn,
  bodyFormat: 'form',
  maxBodyBytes: 16_384,
  success: returns(
    z.object({
      ok,
      token: z.string().check(about('Session token.', tokenExample)),
      redirect: z.string().check(about('Path to open next; always on this host.', '/docs/api')),
      refreshToken: z.optional(refreshToken),
    }),
    { headers: { 'set-cookie': 'The session, as HttpOnly cookies.' } },
  ),
  errors: ['login_failed', 'factor_required', 'provider_required', 'tenant_required', 'rate_limited'],
  permissions: {
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
    limits: 'count and reset',
  },
  // Password hashes need only CPU: one whole core instead of half of one, and time for four of them.
  memoryMb: 1769,
  timeoutSeconds: 29,
});

export const refreshSession = defineEndpoint({
  ...base,
  operationId: 'refreshSession',
  path: '/api/auth/session/refresh',
  summary: 'Refresh the session',
  description:
    'Takes the refresh token from the body or else from the cookie `session_token` and returns a new session ' +
    'token. The session is extended until the new token expires, but at most 30 days after the log-in; the ' +
    'refresh token does not change. At most 60 requests per minute from one client address and 15 with one ' +
    'token.',
  auth: 'none',
  sameOrigin: true,
  body: z.object({ refreshToken: z.optional(refreshToken) }),
  bodyOptional: true,
  maxBodyBytes: 16_384,
  success: returns(
    z.object({
      ok,
      accessToken: z.string().check(about('Session token.', tokenExample)),
      expiresIn: z.int().check(about('Seconds for which it is valid.', 28_800)),
    }),
    { headers: { 'set-cookie': 'The session, as HttpOnly cookies.' } },
  ),
  errors: ['unauthenticated', 'rate_limited'],
  permissions: { table: ['GetItem', 'PutItem'], limits: 'count' },
});

export const logOut = defineEndpoint({
  ...base,
  operationId: 'logOut',
  path: '/api/auth/logout',
  summary: 'Log out',
  description:
    'Ends the sessions that the token or either cookie names, also if the session token has expired: their tokens ' +
    'are rejected from the next request on. Removes both cookies. Returns 200 also when no session is left; an API ' +
    'key has no session, so nothing changes.',
  auth: 'none',
  sameOrigin: true,
  success: returns(z.object({ ok }), {
    headers: { 'set-cookie': 'Removes the cookies of the session.' },
  }),
  permissions: { table: ['GetItem', 'DeleteItem'] },
});

const FeatureModule = z
  .object({
    module: z.string().check(about('First part of the feature names.', 'business_rules')),
    features: z
      .array(
        z.object({
          feature: z.string().check(about('Name of the feature, as in roles.', 'webhooks.view')),
          title: z.string().check(about('What the feature allows.', 'View webhooks and delivery logs')),
          granted: z.boolean().check(about('Whether the caller has the feature.')),
          onlyBySuperAdmins: z.boolean().check(about('Whether only super admins may grant it.')),
        }),
      )
      .check(about('Sorted by name.')),
  })
  .check(z.meta({ id: 'FeatureModule', description: 'The features of one module.' }));

export const listFeatures = defineEndpoint({
  ...base,
  ...operation('listFeatures', 'GET', '/api/auth/features'),
  summary: 'List features',
  description:
    'Returns all features of the platform and of your own modules, with titles. Roles can also grant `prefix.*` ' +
    'for all features with a prefix, `*.view` for reading everything in the tenant, and `*` for all features.',
  auth: 'caller',
  success: returns(
    z.object({
      modules: z.array(FeatureModule).check(about('All modules, sorted by name.')),
    }),
  ),
});

export const checkFeatures = defineEndpoint({
  ...base,
  operationId: 'checkFeatures',
  reads: true,
  path: '/api/auth/feature-check',
  summary: 'Check features of the caller',
  description:
    'Takes features and wildcards such as `webhooks.*` and returns whether the caller has all of them.',
  auth: 'caller',
  body: z.object({
    features: z
      .array(text(128))
      .check(z.maxLength(50))
      .check(about('Features to check.', ['webhooks.view'])),
  }),
  success: returns(
    z.object({
      ok: z.boolean().check(about('Whether the caller has all of them.')),
      granted: z
        .array(z.string())
        .check(about('The features that the caller has, without duplicates.', ['webhooks.view'])),
      userId: z
        .string()
        .check(
          about(
            'Id of the user, or `api_key:` and the id of the key.',
            '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
          ),
        ),
    }),
  ),
});
