/**
 * Errors that belong to no single module. Each module declares its own in its `errors.ts`; `shared/catalog/errors.ts`
 * collects them.
 */
import {
  AppError,
  type DocumentedError,
  type ErrorType,
  type FieldErrors,
  maxFieldErrors,
} from './app-error.ts';

const invalidInput = { code: 'invalid_input', status: 400 } as const;
const malformedBody = { code: 'malformed_body', status: 400 } as const;
const tooDeep = { code: 'too_deep', status: 400 } as const;
const scopeRequired = { code: 'scope_required', status: 400 } as const;
const pageTooLarge = { code: 'page_too_large', status: 400 } as const;
const unauthenticated = { code: 'unauthenticated', status: 401 } as const;
const signatureInvalid = { code: 'signature_invalid', status: 401 } as const;
const missingFeature = { code: 'missing_feature', status: 403 } as const;
const scopeForbidden = { code: 'scope_forbidden', status: 403 } as const;
const crossSite = { code: 'cross_site', status: 403 } as const;
const addressForbidden = { code: 'address_forbidden', status: 403 } as const;
const originForbidden = { code: 'origin_forbidden', status: 403 } as const;
const notFound = { code: 'not_found', status: 404 } as const;
const limitReached = { code: 'limit_reached', status: 409 } as const;
export const idempotencyConflict = { code: 'idempotency_conflict', status: 409 } as const;
const stale = { code: 'stale', status: 412 } as const;
const bodyTooLarge = { code: 'body_too_large', status: 413 } as const;
const fileTooLarge = { code: 'file_too_large', status: 413 } as const;
const unsupportedMediaType = { code: 'unsupported_media_type', status: 415 } as const;
const rangeNotSatisfiable = { code: 'range_not_satisfiable', status: 416 } as const;
const rateLimited = { code: 'rate_limited', status: 429 } as const;
const internal = { code: 'internal', status: 500 } as const;
const unavailable = { code: 'unavailable', status: 503 } as const;
const unfinished = { code: 'unfinished', status: 503 } as const;

/** The text of every 500, without the cause, which is only logged. */
const internalErrorText =
  'The server failed unexpectedly. Include the requestId when you report the problem.';

/** An unexpected failure. */
export class InternalError extends AppError {
  constructor(cause?: unknown) {
    super(internal, internalErrorText, { cause });
  }
}

/**
 * A value of the request violates its schema or a rule between fields. The format of details depends on the endpoint; they
 * name the first `maxFieldErrors` fields.
 */
export class InvalidInputError extends AppError {
  readonly fields: FieldErrors;
  constructor(
    fields: FieldErrors,
    message = 'The request is not valid; see details.',
    type: ErrorType = invalidInput,
  ) {
    super(type, message);
    this.fields = Object.fromEntries(Object.entries(fields).filter((_, index) => index < maxFieldErrors));
  }
}

/** The JSON nests more levels than allowed. */
export class TooDeepError extends InvalidInputError {
  constructor(field: string, maxLevels: number) {
    const message = `must nest at most ${maxLevels} levels deep`;
    super({ [field]: message }, `The JSON nests more than ${maxLevels} levels deep.`, tooDeep);
  }
}

/** The body is missing, not JSON, not UTF-8, or has another content type. */
export class MalformedBodyError extends AppError {
  constructor(message: string, cause?: unknown) {
    super(malformedBody, message, { cause });
  }
}

/** The body has a content coding or a charset that the API does not decode. */
export class UnsupportedMediaTypeError extends AppError {
  constructor(message: string) {
    super(unsupportedMediaType, message);
  }
}

/** The request must select a tenant or an organization. */
export class ScopeRequiredError extends AppError {
  constructor(what: 'tenant' | 'organization') {
    super(
      scopeRequired,
      `Select ${what === 'tenant' ? 'a tenant (tenantId)' : 'an organization (organizationId)'}.`,
    );
  }
}

/** The rows of the page exceed Lambda's response limit (6 MB). */
export class PageTooLargeError extends AppError {
  constructor(pageSize: number, fits: number) {
    super(
      pageTooLarge,
      `The rows of this page are too large for one response; use a pageSize of ${fits} or less.`,
      {
        body: { pageSize, suggestedPageSize: fits },
      },
    );
  }
}

/** No credentials, or invalid ones. One text for all reasons, so that attackers learn nothing. */
export class UnauthenticatedError extends AppError {
  /** `cookies` remove the cookie that held the invalid credentials. */
  constructor(cookies: readonly string[] = []) {
    super(unauthenticated, 'Missing or invalid credentials.', {
      headers: { 'www-authenticate': 'ApiKey' },
      cookies,
    });
  }
}

/** A browser sent this on behalf of another site. */
export class CrossSiteError extends AppError {
  constructor() {
    super(crossSite, 'Requests from other sites are rejected when a cookie is the only credential.');
  }
}

/** The caller lacks the endpoint's feature. */
export class MissingFeatureError extends AppError {
  constructor(required: readonly string[]) {
    super(missingFeature, 'You lack a required feature.', {
      body: { required, requiredFeatures: required },
    });
  }
}

/** The caller has no access to the selected tenant or organization, or it was deleted. */
export class ScopeForbiddenError extends AppError {
  constructor() {
    super(scopeForbidden, 'You have no access to the selected tenant or organization.');
  }
}

/** The API key may not be used from the caller's address. */
export class AddressForbiddenError extends AppError {
  constructor() {
    super(addressForbidden, 'The API key is not allowed from your IP address.');
  }
}

/** The request did not come through the public host. */
export class OriginForbiddenError extends AppError {
  constructor() {
    super(originForbidden, 'Send requests to the public host of this API.');
  }
}

/** No resource with this id exists in the caller's scope; ids of other tenants get the same response. */
export class NotFoundError extends AppError {
  constructor(what: string, message = `${what} not found.`) {
    super(notFound, message);
  }
}

/** Returns the value. Throws NotFoundError when there is none; `what` names it. */
export function requireFound<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new NotFoundError(what);
  return value;
}

/** The signature of a received message is invalid. One text for all reasons. */
export class SignatureInvalidError extends AppError {
  constructor() {
    super(signatureInvalid, 'The signature of the message could not be verified.');
  }
}

/** The maximum number of resources or active runs is reached. */
export class LimitReachedError extends AppError {
  /** `what` names them in the plural with their scope: `webhooks in an organization`. */
  constructor(what: string, max: number) {
    super(limitReached, `There can be at most ${max} ${what}.`, { body: { limit: max } });
  }
}

/** The `Idempotency-Key` was used for a different request. */
export class IdempotencyConflictError extends AppError {
  constructor() {
    super(idempotencyConflict, 'This Idempotency-Key was used with a different request.');
  }
}

/** `If-Match` names an older version. */
export class StaleError extends AppError {
  constructor() {
    super(stale, 'The resource has changed since you read it; read it again and repeat the change.');
  }
}

export class BodyTooLargeError extends AppError {
  constructor(maxBytes: number, because = '') {
    const message = `The body is larger than the allowed ${maxBytes} bytes.${because && ` ${because}`}`;
    super(bodyTooLarge, message, { body: { maxBytes } });
  }
}

export class RateLimitedError extends AppError {
  constructor(retryAfterSeconds: number, headers: Record<string, string>) {
    super(rateLimited, `Too many requests; try again in ${retryAfterSeconds} seconds.`, {
      headers: { ...headers, 'retry-after': String(retryAfterSeconds) },
    });
  }
}

/** A dependency throttles or is unreachable. No change was made in part, so the caller can repeat the request. */
export class UnavailableError extends AppError {
  constructor(cause?: unknown, retryAfterSeconds = 2) {
    super(unavailable, 'The service is busy; repeat the request shortly.', {
      headers: { 'retry-after': String(retryAfterSeconds) },
      cause,
    });
  }
}

/** The change is too large for one request; the completed part is kept, and repeating the request continues it. */
export class UnfinishedError extends AppError {
  constructor() {
    super(unfinished, 'The change is not complete yet; repeat the request to continue it.', {
      headers: { 'retry-after': '1' },
    });
  }
}

export class FileTooLargeError extends AppError {
  constructor(maxBytes: number) {
    super(fileTooLarge, `The file exceeds the maximum upload size of ${maxBytes} bytes.`, {
      body: { maxBytes },
    });
  }
}

/** The requested range is outside the file. */
export class RangeNotSatisfiableError extends AppError {
  constructor(totalBytes: number) {
    super(rangeNotSatisfiable, `The file has ${totalBytes} bytes; the requested range is outside the file.`, {
      headers: { 'content-range': `bytes */${totalBytes}` },
    });
  }
}

export const kernelErrors: readonly DocumentedError[] = [
  {
    type: invalidInput,
    // A text without variables: bundles then omit the documentation.
    meaning: 'A value does not match its schema; `details` names every invalid field, at most 100.',
    example: { error: 'The request is not valid; see details.' },
  },
  {
    type: malformedBody,
    meaning:
      'The body is missing, does not match its content type, or has a content type that is not accepted.',
    example: { error: 'The body is not valid JSON.' },
  },
  {
    type: tooDeep,
    meaning:
      'JSON nests more than 100 levels deep, in the body, a part of a form or a message; `details` names the field. ' +
      'Only `conditionExpression` of a rule may nest to any depth.',
    example: {
      error: 'The JSON nests more than 100 levels deep.',
      details: [{ field: 'data', message: 'must nest at most 100 levels deep' }],
    },
  },
  {
    type: scopeRequired,
    meaning: 'The request must select a tenant or an organization.',
    example: { error: 'Select an organization (organizationId).' },
  },
  {
    type: pageTooLarge,
    meaning: 'The rows of the page do not fit into one response; use `suggestedPageSize`.',
    example: {
      error: 'The rows of this page are too large for one response; use a pageSize of 12 or less.',
      pageSize: 100,
      suggestedPageSize: 12,
    },
  },
  {
    type: unauthenticated,
    meaning: 'The request has no credentials, or they are not valid.',
    example: { error: 'Missing or invalid credentials.' },
  },
  {
    type: signatureInvalid,
    meaning:
      'The message is not signed with the secret of the endpoint, is too old, or does not come from the provider.',
    example: { error: 'The signature of the message could not be verified.' },
  },
  {
    type: missingFeature,
    meaning: 'The caller lacks the required feature; the response names it.',
    example: {
      error: 'You lack a required feature.',
      required: ['business_rules.rules.view'],
      requiredFeatures: ['business_rules.rules.view'],
    },
  },
  {
    type: scopeForbidden,
    meaning: 'The caller has no access to the selected tenant or organization, or it no longer exists.',
    example: { error: 'You have no access to the selected tenant or organization.' },
  },
  {
    type: crossSite,
    meaning:
      'A browser sent the request from another site, with a cookie as the only credential. Send an API key or ' +
      '`Authorization: Bearer`, or allow the origin.',
    example: {
      error: 'Requests from other sites are rejected when a cookie is the only credential.',
    },
  },
  {
    type: addressForbidden,
    meaning:
      "The API key has allowed addresses (`allowedAddresses`), and the caller's IP address is not among them.",
    example: { error: 'The API key is not allowed from your IP address.' },
  },
  {
    type: originForbidden,
    meaning: 'The request was sent to an internal address of the service instead of its public host.',
    example: { error: 'Send requests to the public host of this API.' },
  },
  {
    type: notFound,
    meaning: 'No resource with this id exists in the tenants and organizations that the caller can access.',
    example: { error: 'Rule not found.' },
  },
  {
    type: limitReached,
    meaning: 'The limit of resources or active runs is reached; `limit` names it. Delete some, or wait.',
    example: { error: 'There can be at most 500 webhooks in an organization.', limit: 500 },
  },
  {
    type: idempotencyConflict,
    meaning: 'The `Idempotency-Key` was used for another request within a day.',
    example: { error: 'This Idempotency-Key was used with a different request.' },
  },
  {
    type: stale,
    meaning: '`If-Match` does not name the current version; nothing was changed.',
    example: { error: 'The resource has changed since you read it; read it again and repeat the change.' },
  },
  {
    type: bodyTooLarge,
    meaning: 'The body or the resulting resource is too large.',
    example: { error: 'The body is larger than the allowed 262144 bytes.', maxBytes: 262_144 },
  },
  {
    type: unsupportedMediaType,
    meaning: 'The body has a content coding, or a charset other than UTF-8. Send plain UTF-8.',
    example: { error: 'Send the body without content-encoding; "gzip" is not supported.' },
  },
  {
    type: fileTooLarge,
    meaning: 'The file is larger than the deployment or its custom field allows.',
    example: {
      error: 'The file exceeds the maximum upload size of 26214400 bytes.',
      maxBytes: 26_214_400,
    },
  },
  {
    type: rangeNotSatisfiable,
    meaning: '`Range` is outside the file; `Content-Range` contains the size of the file.',
    example: { error: 'The file has 1024 bytes; the requested range is outside the file.' },
  },
  {
    type: rateLimited,
    meaning:
      'Too many requests of this key or client within a second, a minute or an hour; wait for the seconds in `Retry-After`.',
    example: { error: 'Too many requests; try again in 24 seconds.' },
  },
  {
    type: internal,
    meaning: 'The server failed unexpectedly; include the request id when you report it.',
    example: { error: internalErrorText },
  },
  {
    type: unavailable,
    meaning: 'The service is busy and no change was made in part; repeat the request after `Retry-After`.',
    example: { error: 'The service is busy; repeat the request shortly.' },
  },
  {
    type: unfinished,
    meaning:
      'The change is too large for one request. The completed part is kept; repeat the request after ' +
      '`Retry-After` to continue.',
    example: { error: 'The change is not complete yet; repeat the request to continue it.' },
  },
];
