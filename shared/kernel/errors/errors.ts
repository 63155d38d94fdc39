/** Errors that belong to no single module. Each module declares its own in its `errors.ts`. */
import { apiError } from './api-error.ts';
import type { FieldErrors } from './app-error.ts';

/** An unexpected failure. The response does not contain the cause, which is only logged. */
export const InternalError = apiError({
  code: 'internal',
  status: 500,
  when: 'The server failed unexpectedly; include the request id when you report it.',
  message: (_cause?: unknown) =>
    'The server failed unexpectedly. Include the requestId when you report the problem.',
  cause: (cause) => cause,
});

/** A value of the request violates its schema or a rule between fields. */
export const InvalidInputError = apiError({
  code: 'invalid_input',
  status: 400,
  when: 'A value does not match its schema; `details` names every invalid field, at most 100.',
  message: (_fields: FieldErrors, message?: string) => message ?? 'The request is not valid; see details.',
  details: (fields) => fields,
  example: [{ page: 'must be at least 1' }],
});

export const TooDeepError = apiError({
  code: 'too_deep',
  status: 400,
  when:
    'JSON nests more than 100 levels deep, in the body, a part of a form or a message; `details` names the field. ' +
    'Only `conditionExpression` of a rule may nest to any depth.',
  message: (_field: string, maxLevels: number) => `The JSON nests more than ${maxLevels} levels deep.`,
  details: (field, maxLevels) => ({ [field]: `must nest at most ${maxLevels} levels deep` }),
  example: ['data', 100],
});

/** The body is missing, not JSON, not UTF-8, or has another content type. */
export const MalformedBodyError = apiError({
  code: 'malformed_body',
  status: 400,
  when: 'The body is missing, does not match its content type, or has a content type that is not accepted.',
  message: (message: string, _cause?: unknown) => message,
  cause: (_, cause) => cause,
  example: ['The body is not valid JSON.'],
});

export const UnsupportedMediaTypeError = apiError({
  code: 'unsupported_media_type',
  status: 415,
  when: 'The body has a content coding, or a charset other than UTF-8. Send plain UTF-8.',
  message: (message: string) => message,
  example: ['Send the body without content-encoding; "gzip" is not supported.'],
});

export const ScopeRequiredError = apiError({
  code: 'scope_required',
  status: 400,
  when: 'The request must select a tenant or an organization.',
  message: (what: 'tenant' | 'organization') =>
    `Select ${what === 'tenant' ? 'a tenant (tenantId)' : 'an organization (organizationId)'}.`,
  example: ['organization'],
});

/** The rows of the page exceed Lambda's response limit (6 MB). */
export const PageTooLargeError = apiError({
  code: 'page_too_large',
  status: 400,
  when: 'The rows of the page do not fit into one response; use `suggestedPageSize`.',
  message: (_pageSize: number, fits: number) =>
    `The rows of this page are too large for one response; use a pageSize of ${fits} or less.`,
  body: (pageSize, fits) => ({ pageSize, suggestedPageSize: fits }),
  example: [100, 12],
});

/** One text for all reasons, so that attackers learn nothing. `cookies` remove the one with the invalid credentials. */
export const UnauthenticatedError = apiError({
  code: 'unauthenticated',
  status: 401,
  when: 'The request has no credentials, or they are not valid.',
  message: (_cookies?: readonly string[]) => 'Missing or invalid credentials.',
  headers: { 'www-authenticate': 'ApiKey' },
  cookies: (cookies = []) => cookies,
});

export const CrossSiteError = apiError({
  code: 'cross_site',
  status: 403,
  when:
    'A browser sent the request from another site, with a cookie as the only credential. Send an API key or ' +
    '`Authorization: Bearer`, or allow the origin.',
  message: 'Requests from other sites are rejected when a cookie is the only credential.',
});

export const MissingFeatureError = apiError({
  code: 'missing_feature',
  status: 403,
  when: 'The caller lacks the required feature; the response names it.',
  message: (_required: readonly string[]) => 'You lack a required feature.',
  body: (required) => ({ required, requiredFeatures: required }),
  example: [['business_rules.rules.view']],
});

export const StepUpRequiredError = apiError({
  code: 'step_up_required',
  status: 403,
  when: 'The user has a second factor, and the session has not proved it in the last ten minutes; do so at `/api/auth/factors/verify`, then repeat the request.',
  message: 'Confirm your identity with your second factor, then repeat the request.',
});

export const FactorEnrolmentRequiredError = apiError({
  code: 'factor_enrolment_required',
  status: 403,
  when: 'The tenant requires a second factor, and the user has none: set one up at `/api/auth/factors/totp` or `/api/auth/factors/passkeys`.',
  message: 'Your tenant requires a second factor: set one up first.',
});

export const ScopeForbiddenError = apiError({
  code: 'scope_forbidden',
  status: 403,
  when: 'The caller has no access to the selected tenant or organization, or it no longer exists.',
  message: 'You have no access to the selected tenant or organization.',
});

export const AddressForbiddenError = apiError({
  code: 'address_forbidden',
  status: 403,
  when: "The API key has allowed addresses (`allowedAddresses`), and the caller's IP address is not among them.",
  message: 'The API key is not allowed from your IP address.',
});

export const ReadOnlyError = apiError({
  code: 'read_only',
  status: 403,
  when: 'The API key (`readOnly`) or the authorization of the application is read-only, and the operation changes something.',
  message: 'The API key or authorization is read-only: it cannot change anything.',
});

export const OriginForbiddenError = apiError({
  code: 'origin_forbidden',
  status: 403,
  when: 'The request was sent to an internal address of the service instead of its public host.',
  message: 'Send requests to the public host of this API.',
});

/** Ids of other tenants get the same response as unknown ones. */
export const NotFoundError = apiError({
  code: 'not_found',
  status: 404,
  when: 'No resource with this id exists in the tenants and organizations that the caller can access.',
  message: (what: string, message?: string) => message ?? `${what} not found.`,
  example: ['Rule'],
});

/** Returns the value. Throws NotFoundError when there is none; `what` names it. */
export function requireFound<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new NotFoundError(what);
  return value;
}

export const MethodNotAllowedError = apiError({
  code: 'method_not_allowed',
  status: 405,
  when: 'The path exists, but not with this method; `Allow` lists its methods.',
  message: (allowed: readonly string[]) => `This path accepts only ${allowed.join(', ')}.`,
  headers: (allowed) => ({ allow: allowed.join(', ') }),
  example: [['GET', 'POST']],
});

/** One text for all reasons. */
export const SignatureInvalidError = apiError({
  code: 'signature_invalid',
  status: 401,
  when: 'The message is not signed with the secret of the endpoint, is too old, or does not come from the provider.',
  message: 'The signature of the message could not be verified.',
});

/** `what` names the resources or active runs in the plural with their scope: `webhooks in an organization`. */
export const LimitReachedError = apiError({
  code: 'limit_reached',
  status: 409,
  when: 'The limit of resources or active runs is reached; `limit` names it. Delete some, or wait.',
  message: (what: string, max: number) => `There can be at most ${max} ${what}.`,
  body: (_, limit) => ({ limit }),
  example: ['webhooks in an organization', 500],
});

export const IdempotencyConflictError = apiError({
  code: 'idempotency_conflict',
  status: 409,
  when: 'The `Idempotency-Key` was used for another request within a day.',
  message: () => 'This Idempotency-Key was used with a different request.',
});

/** An equal request has created something whose response cannot be returned again, because it had a secret. */
export const AlreadyCreatedError = apiError({
  code: 'already_created',
  status: 409,
  when:
    'An equal request with this `Idempotency-Key` has created what `id` names, and its secret is shown only once. Replace ' +
    'the secret, or delete it and create another one with a new key.',
  message: (_id: string) =>
    'An equal request with this Idempotency-Key has created it, and its secret is shown only once. Replace the secret, or ' +
    'delete it and create another one with a new key.',
  body: (id) => ({ id }),
  example: ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'],
});

export const LoopDetectedError = apiError({
  code: 'loop_detected',
  status: 409,
  when:
    'A delivery of the platform (`x-platform-hops`) has returned to it a second time. The loop ends here, and the delivery ' +
    'is not retried.',
  message: 'This message has returned to the platform twice; change the webhook or rule that sends it back.',
});

export const StaleError = apiError({
  code: 'stale',
  status: 412,
  when: '`If-Match` does not name the current version; nothing was changed.',
  message: 'The resource has changed since you read it; read it again and repeat the change.',
});

export const BodyTooLargeError = apiError({
  code: 'body_too_large',
  status: 413,
  when: 'The body or the resulting resource is too large.',
  message: (maxBytes: number, because?: string) =>
    `The body is larger than the allowed ${maxBytes} bytes.${because ? ` ${because}` : ''}`,
  body: (maxBytes) => ({ maxBytes }),
  example: [262_144],
});

export const FileTooLargeError = apiError({
  code: 'file_too_large',
  status: 413,
  when: 'The file is larger than the deployment or its custom field allows.',
  message: (maxBytes: number) => `The file exceeds the maximum upload size of ${maxBytes} bytes.`,
  body: (maxBytes) => ({ maxBytes }),
  example: [26_214_400],
});

export const RangeNotSatisfiableError = apiError({
  code: 'range_not_satisfiable',
  status: 416,
  when: '`Range` is outside the file; `Content-Range` contains the size of the file.',
  message: (totalBytes: number) =>
    `The file has ${totalBytes} bytes; the requested range is outside the file.`,
  headers: (totalBytes) => ({ 'content-range': `bytes */${totalBytes}` }),
  example: [1024],
});

export const RateLimitedError = apiError({
  code: 'rate_limited',
  status: 429,
  when: 'Too many requests of this key or client within a second, a minute or an hour; wait for the seconds in `Retry-After`.',
  message: (retryAfterSeconds: number, _headers: Readonly<Record<string, string>>) =>
    `Too many requests; try again in ${retryAfterSeconds} seconds.`,
  headers: (retryAfterSeconds, headers) => ({ ...headers, 'retry-after': String(retryAfterSeconds) }),
  example: [24, {}],
});

/** A dependency throttles or is unreachable. No change was made in part, so the caller can repeat the request. */
export const UnavailableError = apiError({
  code: 'unavailable',
  status: 503,
  when: 'The service is busy and no change was made in part; repeat the request after `Retry-After`.',
  message: (_cause?: unknown, _retryAfterSeconds?: number) =>
    'The service is busy; repeat the request shortly.',
  headers: (_, retryAfterSeconds = 2) => ({ 'retry-after': String(retryAfterSeconds) }),
  cause: (cause) => cause,
});

export const UnfinishedError = apiError({
  code: 'unfinished',
  status: 503,
  when:
    'The change is too large for one request. The completed part is kept; repeat the request after ' +
    '`Retry-After` to continue.',
  message: 'The change is not complete yet; repeat the request to continue it.',
  headers: { 'retry-after': '1' },
});

/** The tenant, or the client's address in it, has as many open downloads as it may have. */
export const TooManyDownloadsError = apiError({
  code: 'too_many_downloads',
  status: 503,
  when:
    'The tenant, or your address, has reached its limit of open downloads and exports; repeat the request after ' +
    '`Retry-After`.',
  message: (
    { perTenant, perAddress }: { perTenant: number; perAddress: number },
    _retryAfterSeconds: number,
  ) =>
    `A tenant can have ${perTenant} open downloads, ${perAddress} of them from one address; ` +
    'finish one before you start another.',
  headers: (_, retryAfterSeconds) => ({ 'retry-after': String(retryAfterSeconds) }),
  example: [{ perTenant: 20, perAddress: 10 }, 60],
});
