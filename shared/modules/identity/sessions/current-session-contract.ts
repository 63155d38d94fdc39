/** Endpoints for browsers: a session for an API key, and the current caller. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { signInFields } from './account-contract.ts';

const base = { module: 'auth', scope: 'none', errorFields: { ok: false } } as const;

const tokenExample = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzaWQiOiI0dyJ9.c2lnbmF0dXJl';

export const ExchangeKey = z.object({
  key: text(2_000).check(
    z.meta({
      description: 'The API key. It is not stored, and no response shows it.',
      format: 'password',
      examples: ['pmk_3fa85f64.9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d9b1deb4d3b7d4bad'],
    }),
  ),
});
export type ExchangeKey = z.infer<typeof ExchangeKey>;

export const exchangeKey = defineEndpoint({
  ...base,
  ...operation('exchangeKey', 'POST', '/api/auth/session/from-key'),
  summary: 'Exchange an API key for a session',
  description:
    'For web pages, which should not store an API key. Sets the HttpOnly cookies of a log-in, `auth_token` and ' +
    '`session_token`, for at most 8 hours; refresh them at `/api/auth/session/refresh`. The session always has ' +
    'the current rights of the key, in the same organizations and from the same addresses. It ends when the key ' +
    'is deleted or expires, or when the exchanged secret is replaced. The exchange counts against the rate ' +
    'limits of the key, requests of the session do not. At most 20 attempts per minute from one client address.',
  auth: 'none',
  sameOrigin: true,
  body: ExchangeKey,
  maxBodyBytes: 4_096,
  success: returns(
    z.object({
      ok: alwaysTrue(),
      token: z.string().check(about('Session token.', tokenExample)),
      expiresAt: timestamp(
        'When the session ends unless it is refreshed; at the latest when the key expires.',
      ),
    }),
    { headers: { 'set-cookie': 'The session, as HttpOnly cookies.' } },
  ),
  errors: ['unauthenticated', 'address_forbidden', 'rate_limited'],
  permissions: { table: ['UpdateItem', 'PutItem'], limits: 'count' },
});

export const getSession = defineEndpoint({
  ...base,
  enrolment: true,
  ...operation('getSession', 'GET', '/api/auth/session'),
  summary: 'Get the current caller and its rights',
  description: 'Returns the user or API key of this request, its tenant and organization, and its rights.',
  auth: 'caller',
  success: returns(
    z.object({
      kind: z
        .enum(['user', 'api_key'])
        .check(about('Whether the caller is a user or an API key, directly or with a session.')),
      id: uuid('Id of the user or the key.'),
      name: z.nullable(z.string()).check(about('Name of the user, if known, or of the key.', 'Ada Lovelace')),
      email: z
        .nullable(z.string())
        .check(about('E-mail address of the user; null for a key.', 'ada@example.com')),
      tenantId: z.nullable(uuid('Tenant that the caller belongs to; null for a platform key.')),
      tenantName: z.nullable(z.string()).check(about('Name of this tenant.', 'Acme')),
      organizationId: z.nullable(uuid('Organization that the caller belongs to, or null.')),
      isSuperAdmin: z
        .boolean()
        .check(about('Whether the caller is a super admin with all rights in every tenant.')),
      features: z
        .array(z.string())
        .check(
          about('Features and wildcards that the caller holds: `a.b`, `a.*`, `*.view`, `*`.', ['webhooks.*']),
        ),
      ...signInFields,
      mustEnrol: z.boolean().check(about('Whether the user must set up a second factor first.', false)),
      expiresAt: z.nullable(
        timestamp('When the session ends unless it is refreshed, or the key expires; null for never.'),
      ),
    }),
  ),
  permissions: { table: ['BatchGetItem'] },
});
