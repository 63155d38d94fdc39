/**
 * Every error the API answers, by stable code. Domain code throws these classes and knows no status;
 * `errorStatus` is the one map from code to status, and the compiler refuses a code that is missing here.
 */
export const errorStatus = {
  invalid_input: 400,
  malformed_body: 400,
  scope_required: 400,
  page_too_large: 400,
  unauthenticated: 401,
  missing_feature: 403,
  scope_forbidden: 403,
  not_found: 404,
  rule_id_taken: 409,
  role_name_taken: 409,
  role_in_use: 409,
  email_taken: 409,
  stale: 412,
  body_too_large: 413,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** Field path (`conditionExpression`, `rules[0].field`) → what is wrong and what would be accepted. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Base of every expected failure: a stable code, a text for the caller, extra body fields and headers. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { body?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = new.target.name;
    this.code = code;
    this.body = more.body ?? {};
    this.headers = more.headers ?? {};
  }
}

/** A value of the request breaks its schema or a rule between fields. The details style is the endpoint's. */
export class InvalidInputError extends AppError {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors, message = 'The request is not valid; see details.') {
    super('invalid_input', message);
    this.fields = fields;
  }
}

/** The body is missing, not JSON, not UTF-8, or has another content type. */
export class MalformedBodyError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('malformed_body', message, { cause });
  }
}

/** The caller must say which tenant or organization it means. */
export class ScopeRequiredError extends AppError {
  constructor(what: 'tenant' | 'organization') {
    super(
      'scope_required',
      `Select ${what === 'tenant' ? 'a tenant (tenantId)' : 'an organization (organizationId)'}.`,
    );
  }
}

/** The rows of the requested page do not fit into one Lambda answer (6 MB). */
export class PageTooLargeError extends AppError {
  constructor(pageSize: number, fits: number) {
    super(
      'page_too_large',
      `The rows of this page are too large for one answer; ask for pageSize ${fits} or less.`,
      {
        body: { pageSize, suggestedPageSize: fits },
      },
    );
  }
}

/** No credentials, or none that are valid now. One text for every reason, so that nothing can be probed. */
export class UnauthenticatedError extends AppError {
  constructor() {
    super('unauthenticated', 'Missing or invalid credentials.', {
      headers: { 'www-authenticate': 'ApiKey' },
    });
  }
}

/** The caller is known but lacks the endpoint's feature. */
export class MissingFeatureError extends AppError {
  constructor(required: readonly string[]) {
    super('missing_feature', 'You lack a required feature.', {
      body: { required, requiredFeatures: required },
    });
  }
}

/** The selected tenant or organization is outside the caller's reach, or gone. */
export class ScopeForbiddenError extends AppError {
  constructor() {
    super('scope_forbidden', 'The selected tenant or organization is not yours to act in.');
  }
}

/** Nothing with this id exists in the caller's scope; foreign ids answer exactly the same. */
export class NotFoundError extends AppError {
  constructor(what: string) {
    super('not_found', `${what} not found.`);
  }
}

/** Another live rule of the tenant has this ruleId. */
export class RuleIdTakenError extends AppError {
  constructor(ruleId: string) {
    super('rule_id_taken', `The ruleId "${ruleId}" is taken.`, { body: { details: { ruleId: 'is taken' } } });
  }
}

/** Another role of the tenant has this name. */
export class RoleNameTakenError extends AppError {
  constructor(name: string) {
    super('role_name_taken', `The role name "${name}" is taken.`);
  }
}

/** A role that somebody holds cannot be deleted. */
export class RoleInUseError extends AppError {
  constructor() {
    super('role_in_use', 'The role is assigned to users or API keys; take it from them first.');
  }
}

/** Another user of the tenant has this e-mail address. */
export class EmailTakenError extends AppError {
  constructor() {
    super('email_taken', 'Another user of the tenant has this e-mail address.');
  }
}

/** `If-Match` names a version that is no longer the current one. */
export class StaleError extends AppError {
  constructor() {
    super('stale', 'The resource has changed since you read it; read it again and repeat the change.');
  }
}

export class BodyTooLargeError extends AppError {
  constructor(maxBytes: number) {
    super('body_too_large', `The body is larger than the allowed ${maxBytes} bytes.`, { body: { maxBytes } });
  }
}

export class RateLimitedError extends AppError {
  constructor(retryAfterSeconds: number, headers: Record<string, string>) {
    super('rate_limited', `Too many requests; try again in ${retryAfterSeconds} seconds.`, {
      headers: { ...headers, 'retry-after': String(retryAfterSeconds) },
    });
  }
}

/** A dependency is throttling or out of reach. Nothing was half written: the caller may simply repeat. */
export class UnavailableError extends AppError {
  constructor(cause?: unknown, retryAfterSeconds = 2) {
    super('unavailable', 'The service is busy; repeat the request shortly.', {
      headers: { 'retry-after': String(retryAfterSeconds) },
      cause,
    });
  }
}
