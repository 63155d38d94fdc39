/** Endpoints of the authorization server: https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text } from '../../../kernel/http/fields.ts';
import { InvalidMetadataError, InvalidRequestError } from './errors.ts';
import { oauthLimits } from './limits.ts';

const base = { module: 'auth', scope: 'none', invalidError: InvalidRequestError } as const;
const path = '/api/auth/oauth';

/** Errors of all endpoints in the codes of OAuth; the other codes are those of OAuth. */
const standardCodes: Readonly<Record<string, string>> = {
  malformed_body: 'invalid_request',
  body_too_large: 'invalid_request',
  too_deep: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  invalid_input: 'invalid_request',
  cross_site: 'access_denied',
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
};

/** Returns the fields of an error as applications expect them (RFC 6749, 5.2); `code` remains that of the platform. */
const errorFieldsOf = ({ code, message, body }: { code: string; message: string; body: object }) => ({
  error: standardCodes[code] ?? code,
  error_description: message,
  // Errors of OAuth state their own code.
  ...body,
});

/** Endpoints that applications call. */
const standard = { ...base, errorFieldsOf } as const;

/** Page of the console on which users decide. */
export const consentPath = '/console/connect';
export const tokenPath = `${path}/token`;
export const registrationPath = `${path}/clients`;
export const revocationPath = `${path}/revoke`;

const address = (description: string, example: string) => z.string().check(about(description, example));
const texts = (description: string, example: string[]) =>
  z.array(z.string()).check(about(description, example));
const clientId = text(oauthLimits.uriLength).check(
  about(
    'Id of the application, or the https address of its client id metadata document.',
    '7d0e2f6c1b9a4d3e',
  ),
);
const redirectUri = text(oauthLimits.uriLength).check(
  about('Where the code is sent: https, or http on this machine.', 'http://127.0.0.1:33418/callback'),
);
const scope = text(200, 0).check(
  about('`read`, or `read write`. Scopes of OpenID Connect are ignored.', 'read write'),
);
const resource = text(oauthLimits.uriLength, 0).check(
  about('The resource of the tokens, as in its metadata.', 'https://api.example.com/mcp'),
);

export const getAuthorizationServer = defineEndpoint({
  ...base,
  ...operation('getAuthorizationServer', 'GET', '/.well-known/oauth-authorization-server'),
  summary: 'Get the metadata of the authorization server',
  description: 'Metadata as in RFC 8414.',
  auth: 'none',
  success: returns(
    z.object({
      issuer: address('Issuer.', 'https://api.example.com'),
      authorization_endpoint: address('Page for users.', 'https://api.example.com/console/connect'),
      token_endpoint: address('Tokens.', 'https://api.example.com/api/auth/oauth/token'),
      registration_endpoint: address('Registration.', 'https://api.example.com/api/auth/oauth/clients'),
      revocation_endpoint: address('Revocation.', 'https://api.example.com/api/auth/oauth/revoke'),
      scopes_supported: texts('Scopes.', ['read', 'write']),
      response_types_supported: texts('Response types.', ['code']),
      grant_types_supported: texts('Grant types.', ['authorization_code', 'refresh_token']),
      code_challenge_methods_supported: texts('PKCE methods.', ['S256']),
      token_endpoint_auth_methods_supported: texts('Applications have no secrets.', [
        'none',
        'private_key_jwt',
      ]),
      token_endpoint_auth_signing_alg_values_supported: texts('Algorithms of signing applications.', [
        'RS256',
      ]),
      revocation_endpoint_auth_methods_supported: texts('Applications have no secrets.', ['none']),
      client_id_metadata_document_supported: z
        .boolean()
        .check(about('Ids may be addresses of documents about applications.', true)),
      authorization_response_iss_parameter_supported: z
        .boolean()
        .check(about('Responses contain `iss` (RFC 9207).', true)),
    }),
  ),
});

const registration = {
  client_name: z.optional(text(oauthLimits.clientName)).check(about('Name shown to people.', 'Claude Code')),
  redirect_uris: z
    .array(redirectUri)
    .check(z.minLength(1), z.maxLength(oauthLimits.redirectUris), about('Where codes may be sent.')),
};

export const RegisterApplication = z.object(registration);
export type RegisterApplication = z.infer<typeof RegisterApplication>;

export const registerApplication = defineEndpoint({
  ...standard,
  invalidError: InvalidMetadataError,
  ...operation('registerApplication', 'POST', registrationPath),
  summary: 'Register an application',
  description:
    'Dynamic registration as in RFC 7591, of public clients. A registration that no user allows ends after a day. At ' +
    'most 20 requests per minute from one client address.',
  auth: 'none',
  body: RegisterApplication,
  // Fields of the standard that have no meaning here.
  openNames: /^[a-z_]+$/,
  maxBodyBytes: 32_768,
  idempotencyKey: false,
  success: {
    status: 201,
    result: z.object({
      ...registration,
      client_id: clientId,
      client_id_issued_at: z.int().check(about('Time in seconds.', 1_795_000_000)),
      grant_types: texts('Grant types.', ['authorization_code', 'refresh_token']),
      response_types: texts('Response types.', ['code']),
      token_endpoint_auth_method: z.literal('none').check(about('Applications have no secret.', 'none')),
    }),
  },
  errors: ['invalid_redirect_uri', 'rate_limited'],
  permissions: { table: ['PutItem'], limits: 'count' },
});

// Applications also send empty parameters, which count as absent (RFC 6749, 3.1).
const request = {
  response_type: z.literal('code').check(about('Always `code`.', 'code')),
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be a SHA-256 in base64url'),
      about('PKCE challenge.', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
    ),
  code_challenge_method: z.literal('S256').check(about('Always `S256`.', 'S256')),
  state: z.optional(text(2_000, 0)).check(about('Returned to the application.', 'state-1')),
  scope: z.optional(scope),
  resource: z.optional(resource),
};

export const AuthorizationRequest = z.object(request);
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

const requestErrors = ['invalid_client', 'invalid_redirect_uri', 'invalid_scope', 'invalid_target'];

export const describeAuthorization = defineEndpoint({
  ...base,
  ...operation('describeAuthorization', 'GET', `${path}/authorization`),
  summary: 'Describe what an application asks for',
  description:
    'For the page on which the user decides. Checks the request; nothing is sent to the application.',
  auth: 'caller',
  query: AuthorizationRequest,
  success: returns(
    z.object({
      clientName: z.string().check(about('Name that the application gave itself.', 'Claude Code')),
      documentHost: z
        .nullable(z.string())
        .check(about('Host of the document that describes it; null for a registered one.', null)),
      redirectHost: z.string().check(about('Where the code is sent.', '127.0.0.1:33418')),
      tenantName: z.nullable(z.string()).check(about('Tenant of the user.', 'Acme')),
      readOnly: z.boolean().check(about('Whether it asks only for reading.', false)),
    }),
  ),
  errors: [...requestErrors, 'session_required'],
  permissions: { table: ['GetItem', 'BatchGetItem'] },
  timeoutSeconds: 29,
});

export const DecideAuthorization = z.object({
  ...request,
  allow: z.boolean().check(about('Whether the user allows it.', true)),
  readOnly: z.optional(z.boolean()).check(about('Allows only reading.', false)),
});
export type DecideAuthorization = z.infer<typeof DecideAuthorization>;

export const decideAuthorization = defineEndpoint({
  ...base,
  ...operation('decideAuthorization', 'POST', `${path}/authorization`),
  summary: 'Allow or deny what an application asks for',
  description: 'Only users decide, with a session of their own: applications and API keys get 403.',
  auth: 'caller',
  body: DecideAuthorization,
  success: returns(
    z.object({
      redirectTo: z
        .string()
        .check(about('Address to open, with `code` or `error`.', 'http://127.0.0.1:33418/callback?code=Zk3')),
    }),
  ),
  errors: [...requestErrors, 'session_required'],
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  timeoutSeconds: 29,
});

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export const TokenRequest = z.object({
  grant_type: z
    .enum(['authorization_code', 'refresh_token'])
    .check(about('Kind of the grant.', 'refresh_token')),
  client_id: clientId,
  code: z.optional(text(200)).check(about('Code of the redirect.', 'Zk3')),
  redirect_uri: z
    .optional(redirectUri)
    .check(about('The redirect URI of the code, if it is sent.', 'http://127.0.0.1:33418/callback')),
  code_verifier: z
    .optional(text(128, 43))
    .check(about('PKCE verifier.', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')),
  refresh_token: z.optional(text(500)).check(about('The latest refresh token.', 'Zk3.1.q7Zx')),
  client_assertion_type: z
    .optional(z.literal(assertionType))
    .check(about('Kind of `client_assertion`.', assertionType)),
  client_assertion: z
    .optional(text(oauthLimits.assertion))
    .check(
      about(
        'JWT of an application whose document requires it (`private_key_jwt`, RFC 7523), for the issuer or this endpoint.',
        'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
      ),
    ),
  scope: z.optional(scope),
  resource: z.optional(resource),
});
export type TokenRequest = z.infer<typeof TokenRequest>;

export const issueToken = defineEndpoint({
  ...standard,
  ...operation('issueToken', 'POST', tokenPath),
  summary: 'Issue tokens to an application',
  description:
    'Takes a form (RFC 6749). Each refresh returns another refresh token; the use of an earlier one, or of a code for ' +
    'the second time, ends the authorization. At most 120 requests per minute from one client address.',
  auth: 'none',
  body: TokenRequest,
  bodyFormat: 'form',
  maxBodyBytes: 16_384,
  success: returns(
    z.object({
      access_token: z.string().check(about('Bearer token of this host.', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln')),
      token_type: z.literal('Bearer').check(about('Always `Bearer`.', 'Bearer')),
      expires_in: z.int().check(about('Seconds.', oauthLimits.accessTokenSeconds)),
      refresh_token: z.string().check(about('Valid once.', 'Zk3.1.q7Zx')),
      scope,
    }),
  ),
  errors: ['invalid_client', 'invalid_grant', 'invalid_scope', 'invalid_target', 'rate_limited'],
  permissions: {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    limits: 'count',
  },
  // Reads the document and the keys of an application that signs.
  timeoutSeconds: 29,
});

export const RevokeToken = z.object({
  token: text(4_000).check(about('An access or refresh token.', 'Zk3.1.q7Zx')),
  client_id: z.optional(clientId),
  token_type_hint: z.optional(text(50)).check(about('Ignored.', 'refresh_token')),
});
export type RevokeToken = z.infer<typeof RevokeToken>;

export const revokeToken = defineEndpoint({
  ...standard,
  ...operation('revokeToken', 'POST', revocationPath),
  summary: 'End an authorization',
  description: 'Takes a form (RFC 7009). Also returns 200 for tokens that are unknown or have ended.',
  auth: 'none',
  body: RevokeToken,
  bodyFormat: 'form',
  maxBodyBytes: 16_384,
  success: { status: 200, description: 'The tokens have ended.' },
  errors: ['rate_limited'],
  permissions: { table: ['GetItem', 'DeleteItem'], limits: 'count' },
});
