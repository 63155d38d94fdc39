/** Endpoints with which people sign in at the identity provider of their tenant, and which it calls. */
import * as z from 'zod/mini';
import { maxWrittenAddress } from '../../../kernel/base/email-address.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text, uuid } from '../../../kernel/http/fields.ts';
import { done } from '../users/acl-fields.ts';

const base = { module: 'auth', auth: 'none', scope: 'none' } as const;

const SignInChoice = z
  .object({
    tenantId: uuid('Tenant of the provider.'),
    tenantName: z.nullable(z.string()).check(about('Name of the tenant.', 'Acme')),
    onlyProvider: z.boolean().check(about('Whether the tenant refuses passwords.', false)),
  })
  .check(z.meta({ id: 'SignInChoice', description: 'A tenant whose provider signs in an address.' }));

export const findSignIn = defineEndpoint({
  ...base,
  ...operation('findSignIn', 'GET', '/api/auth/oidc'),
  summary: 'Find the identity providers for an e-mail address',
  description:
    'Returns the tenants whose provider signs in addresses of this verified domain, the same for every ' +
    'address of it. At most 60 requests per minute from one client address.',
  query: z.object({
    email: text(maxWrittenAddress).check(about('E-mail address of the person.', 'ada@example.com')),
  }),
  success: returns(
    z.object({ providers: z.array(SignInChoice).check(about('Empty if no tenant signs in the domain.')) }),
  ),
  errors: ['rate_limited'],
  permissions: { table: ['Query', 'BatchGetItem'], limits: 'count' },
});

export const startSignIn = defineEndpoint({
  ...base,
  ...operation('startSignIn', 'GET', '/api/auth/oidc/start'),
  summary: 'Start a sign-in at the identity provider',
  description:
    'Redirects the browser to the provider of the tenant: authorization code flow with PKCE (S256), `state` and ' +
    '`nonce`. A cookie binds the sign-in to the browser for ten minutes. If it cannot start, the browser is ' +
    'redirected to the console with `signInProblem`. At most 60 requests per minute from one client address.',
  query: z.object({
    tenantId: uuid('Tenant to sign in to.'),
    email: z
      .optional(text(maxWrittenAddress))
      .check(about('E-mail address that the provider should suggest.', 'ada@example.com')),
    redirect: z
      .optional(text(2_000))
      .check(about('Path on this host to which the browser is redirected afterwards.', '/console/')),
  }),
  success: {
    status: 302,
    description: 'The provider, or the console with the problem, is at `Location`.',
    headers: { 'set-cookie': 'Binds the sign-in to the browser.' },
  },
  errors: ['rate_limited'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'], limits: 'count' },
  timeoutSeconds: 29,
});

export const finishSignIn = defineEndpoint({
  ...base,
  ...operation('finishSignIn', 'GET', '/api/auth/oidc/callback'),
  summary: 'Finish a sign-in at the identity provider',
  description:
    'The provider returns the browser here. Starts a session with the cookies of a log-in. A refused sign-in ' +
    'redirects to the console with `signInProblem`. At most 60 requests per minute from one client address.',
  query: z.object({
    state: z.optional(text(500)).check(about('The `state` of the start.', 'q7Zx0dQn')),
    code: z.optional(text(4_000)).check(about('The authorization code.', 'code-of-the-provider')),
    iss: z.optional(text(500)).check(about('Issuer of the response.', 'https://login.example.com')),
    error: z.optional(text(200)).check(about('Why the provider refused.', 'access_denied')),
  }),
  success: {
    status: 302,
    description: 'The page to open, or the console with the problem, is at `Location`.',
    headers: { 'set-cookie': 'The session, as HttpOnly cookies.' },
  },
  errors: ['rate_limited'],
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    limits: 'count',
    secrets: 'open',
  },
  timeoutSeconds: 29,
});

export const endProviderSession = defineEndpoint({
  ...base,
  ...operation('endProviderSession', 'POST', '/api/auth/oidc/logout/{tenantId}'),
  summary: 'Receive a log-out of the identity provider',
  description:
    'OpenID Connect Back-Channel Logout: takes a `logout_token` as a form, and ends the sessions of its `sid`, or ' +
    'without one all sessions of its `sub`. At most 300 requests per minute from one client address.',
  params: z.object({ tenantId: uuid('Tenant of the provider.') }),
  body: z.object({
    logout_token: text(8_000).check(
      about('Token that the provider has signed.', 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'),
    ),
  }),
  bodyFormat: 'form',
  maxBodyBytes: 16_384,
  success: returns(done()),
  errors: ['logout_token_invalid', 'rate_limited', 'provider_unavailable'],
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    limits: 'count',
  },
  timeoutSeconds: 29,
});
