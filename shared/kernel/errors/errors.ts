/**
 * Every error the API answers, by stable code. Domain code throws these classes and knows no status;
 * `error-status.ts` has the one map from code to status, and the compiler refuses a code that is missing here.
 */
import type { ErrorCode } from './error-status.ts';

export { type ErrorCode, errorStatus } from './error-status.ts';

/** Field path (`conditionExpression`, `rules[0].field`) → what is wrong and what would be accepted. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The text of every 500: vague, because the cause is for the log. */
export const internalErrorText = 'Something went wrong on our side. Quote the requestId when you report it.';

/** Base of every expected failure: a stable code, a text for the caller, extra body fields and headers. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      body?: Record<string, unknown>;
      headers?: Record<string, string>;
      cookies?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = new.target.name;
    this.code = code;
    this.body = more.body ?? {};
    this.headers = more.headers ?? {};
    this.cookies = more.cookies ?? [];
  }
}

/** A value of the request breaks its schema or a rule between fields. The details style is the endpoint's. */
export class InvalidInputError extends AppError {
  readonly fields: FieldErrors;
  constructor(
    fields: FieldErrors,
    message = 'The request is not valid; see details.',
    code: ErrorCode = 'invalid_input',
  ) {
    super(code, message);
    this.fields = fields;
  }
}

/** JSON nests beyond the levels that are accepted. */
export class TooDeepError extends InvalidInputError {
  constructor(field: string, maxLevels: number) {
    const message = `must nest at most ${maxLevels} levels deep`;
    super({ [field]: message }, `The JSON nests more than ${maxLevels} levels deep.`, 'too_deep');
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

/** No text is extracted from the file. */
export class NotExtractableError extends AppError {
  constructor(why: string) {
    super('not_extractable', why);
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
  /** `cookies` remove the cookie that held the invalid credentials. */
  constructor(cookies: readonly string[] = []) {
    super('unauthenticated', 'Missing or invalid credentials.', {
      headers: { 'www-authenticate': 'ApiKey' },
      cookies,
    });
  }
}

/** One text for every pair that does not log anybody in, so that nobody learns which addresses exist. */
export class LoginFailedError extends AppError {
  constructor() {
    super(
      'login_failed',
      'No account has this e-mail address and password. If several tenants know the address, name one (tenantId).',
    );
  }
}

/** What is asked concerns the caller's own account, and the caller is an API key. */
export class SessionRequiredError extends AppError {
  constructor() {
    super('session_required', 'Log in as a user: API keys have no account of their own.');
  }
}

/** A browser sent this on behalf of another site. */
export class CrossSiteError extends AppError {
  constructor() {
    super('cross_site', 'Requests of other sites are refused where a cookie is the only proof of who asks.');
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

/** Nobody gives away, or takes over, rights that they lack. */
export class RightsExceededError extends AppError {
  constructor(missing: readonly string[]) {
    super('rights_exceeded', `This takes rights that you lack: ${missing.join(', ')}.`, {
      body: { required: missing, requiredFeatures: missing },
    });
  }
}

/** The selected tenant or organization is outside the caller's reach, or gone. */
export class ScopeForbiddenError extends AppError {
  constructor() {
    super('scope_forbidden', 'The selected tenant or organization is not yours to act in.');
  }
}

/** The API key may not be used from the caller's address. */
export class AddressForbiddenError extends AppError {
  constructor() {
    super('address_forbidden', 'The API key is not allowed from your IP address.');
  }
}

/** The request did not come through the public host. */
export class OriginForbiddenError extends AppError {
  constructor() {
    super('origin_forbidden', 'Send requests to the public host of this API.');
  }
}

/** Nothing with this id exists in the caller's scope; foreign ids answer exactly the same. */
export class NotFoundError extends AppError {
  constructor(what: string, message = `${what} not found.`) {
    super('not_found', message);
  }
}

/** A job of background work that may not be cancelled from outside, or has ended. */
export class ProgressJobNotCancellableError extends AppError {
  constructor() {
    super('progress_job_not_cancellable', 'Cannot cancel this job');
  }
}

/** The job shows how far a sync run is; nobody else moves it. */
export class ProgressJobManagedError extends AppError {
  constructor() {
    super('progress_job_managed', 'The job belongs to a sync run, which alone moves it.');
  }
}

/** Another record of the type in the organization has this externalId. */
export class ExternalIdTakenError extends AppError {
  constructor(externalId: string) {
    super('external_id_taken', `The externalId "${externalId}" is taken.`);
  }
}

/** Another live rule of the tenant has this ruleId. */
export class RuleIdTakenError extends AppError {
  constructor(ruleId: string) {
    super('rule_id_taken', `The ruleId "${ruleId}" is taken.`, { body: { details: { ruleId: 'is taken' } } });
  }
}

/** Another live rule set of the tenant has this setId. */
export class RuleSetIdTakenError extends AppError {
  constructor(setId: string) {
    super('rule_set_id_taken', `The setId "${setId}" is taken.`, {
      body: { details: { setId: 'is taken' } },
    });
  }
}

/** A rule is in a set once. */
export class RuleAlreadyInSetError extends AppError {
  constructor() {
    super('rule_already_in_set', 'The rule is in the set already.');
  }
}

export class RuleSetFullError extends AppError {
  constructor(most: number) {
    super('rule_set_full', `A set has at most ${most} rules.`);
  }
}

/** Somebody switched the set off. */
export class RuleSetDisabledError extends AppError {
  constructor() {
    super('rule_set_disabled', 'The rule set is disabled.');
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
    super('email_taken', 'Another user of the tenant has this e-mail address.', {
      body: { fieldErrors: { email: 'is taken' }, details: [{ field: 'email', message: 'is taken' }] },
    });
  }
}

/** Nobody locks themselves out. */
export class OwnAccountError extends AppError {
  constructor() {
    super('own_account', 'You cannot delete or deactivate yourself.');
  }
}

/** A live or a deleted toggle has this identifier. */
export class ToggleIdentifierTakenError extends AppError {
  constructor(identifier: string) {
    super('toggle_identifier_taken', `The identifier "${identifier}" is taken.`, {
      body: { details: [{ field: 'identifier', message: 'is taken' }] },
    });
  }
}

/** Why a toggle has no value of the type that was asked for. */
export type ToggleCheckCode = 'MISSING_TOGGLE' | 'TYPE_MISMATCH' | 'INVALID_VALUE';

/** A check of a toggle that has no answer. */
export class ToggleCheckError extends AppError {
  constructor(
    code: ToggleCheckCode,
    message: string,
    body: { identifier: string; expectedType: string | null; actualType: string | null },
  ) {
    super(code, message, { body });
  }
}

/** Whoever closes the tenant or organization it lives in locks itself out. */
export class OwnHomeError extends AppError {
  constructor() {
    super('own_home', 'You live in this tenant or organization; somebody else must close it.');
  }
}

/** The integration that switches the organization's webhooks is off. */
export class WebhooksDisabledError extends AppError {
  constructor() {
    super('webhooks_disabled', 'Custom Webhooks integration is disabled');
  }
}

/** The same, said to providers: they come again later. */
export class WebhooksUnavailableError extends AppError {
  constructor() {
    super('webhooks_unavailable', 'Custom Webhooks integration is disabled', {
      headers: { 'retry-after': '300' },
    });
  }
}

/** A received message is not signed as its endpoint wants it. One text for every reason. */
export class SignatureInvalidError extends AppError {
  constructor() {
    super('signature_invalid', 'The signature of the message could not be verified.');
  }
}

/** An attempt of the delivery is being made right now. */
export class DeliveryUnderWayError extends AppError {
  constructor() {
    super(
      'delivery_under_way',
      'An attempt of this delivery is under way; look at it again when that has ended.',
    );
  }
}

/** A job's schedule value is no cron expression, or no interval. */
export class ScheduleValueError extends AppError {
  constructor(scheduleType: string, message: string) {
    super('invalid_schedule', `The ${scheduleType} is not valid; see details.`, {
      body: { details: [{ field: 'scheduleValue', message }] },
    });
  }
}

/** No command has this name. */
export class UnknownCommandError extends AppError {
  constructor(name: string) {
    super('unknown_command', `There is no command "${name}".`, {
      body: {
        details: [
          { field: 'targetCommand', message: 'must be a command that GET /api/scheduler/targets lists' },
        ],
      },
    });
  }
}

/** A job that is not enabled cannot be run by hand either. */
export class JobDisabledError extends AppError {
  constructor() {
    super('job_disabled', 'The job is not enabled.');
  }
}

/** The deployment runs without the queue of jobs; `body` is what a list answers beside. */
export class QueueUnavailableError extends AppError {
  constructor(body: Record<string, unknown> = {}) {
    super('queue_unavailable', 'Runs need the queue of jobs, which this deployment does without.', { body });
  }
}

/** The reader took an action of the notification before. */
export class NotificationActionedError extends AppError {
  constructor() {
    super('notification_actioned', 'You took an action of this notification before.');
  }
}

/** The integration declares no versions to choose from. */
export class NotVersionedError extends AppError {
  constructor() {
    super('not_versioned', 'This integration is not versioned');
  }
}

/** The integration cannot be synced with: nothing reads or writes its service. */
export class SyncAdapterMissingError extends AppError {
  constructor() {
    const message = 'There is no sync adapter for this integration.';
    super('sync_adapter_missing', message, { body: { message } });
  }
}

/** Somebody has switched the integration off, or its provider refuses the credentials. */
export class IntegrationDisabledError extends AppError {
  constructor(integrationId: string, reason: 'switched off' | 'refused') {
    const path = `/api/integrations/${integrationId}`;
    const message =
      reason === 'refused'
        ? `The provider of ${integrationId} refuses its credentials: save others with PUT ${path}/credentials.`
        : `The integration ${integrationId} is switched off: switch it on with PUT ${path}/state.`;
    super('integration_disabled', message, { body: { integrationId } });
  }
}

/** The integration works with credentials, and some or all of them are missing. */
export class CredentialsMissingError extends AppError {
  constructor(integrationId: string, missing: readonly string[]) {
    super('credentials_missing', credentialsMissingText(integrationId, missing), {
      body: { message: 'Missing credentials', integrationId, missing },
    });
  }
}

function credentialsMissingText(integrationId: string, missing: readonly string[]): string {
  const what = missing.length === 0 ? 'its credentials' : missing.join(', ');
  return `The integration ${integrationId} is not set up: save ${what} with PUT /api/integrations/${integrationId}/credentials.`;
}

/** What a sync would work with does not work. */
export class SyncConnectionError extends AppError {
  constructor(message: string, details?: Record<string, unknown>) {
    super('sync_connection_failed', message, { body: { message, ...(details && { details }) } });
  }
}

/** As many of something exist as may. */
export class LimitReachedError extends AppError {
  /** `what` names them in the plural and with their place: `webhooks in an organization`. */
  constructor(what: string, max: number) {
    super('limit_reached', `There can be at most ${max} ${what}.`, { body: { limit: max } });
  }
}

/** A run of the same integration, entity type and direction is at work in the organization. */
export class SyncOverlapError extends AppError {
  constructor(runId: string) {
    super(
      'sync_overlap',
      'A sync run is already in progress for this integration, entity type and direction.',
      {
        body: { runId },
      },
    );
  }
}

/** The status of the run stands against the request. */
export class SyncRunStateError extends AppError {
  constructor(message: string, status: string) {
    super('sync_run_state', message, { body: { status } });
  }
}

/** The `Idempotency-Key` was used for another request. */
export class IdempotencyConflictError extends AppError {
  constructor() {
    super('idempotency_conflict', 'A request with this Idempotency-Key asked for something else.');
  }
}

/** `If-Match` names a version that is no longer the current one. */
export class StaleError extends AppError {
  constructor() {
    super('stale', 'The resource has changed since you read it; read it again and repeat the change.');
  }
}

export class BodyTooLargeError extends AppError {
  constructor(maxBytes: number, because = '') {
    const message = `The body is larger than the allowed ${maxBytes} bytes.${because && ` ${because}`}`;
    super('body_too_large', message, { body: { maxBytes } });
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

/** As many event streams of the tenant are open as there may be. */
export class TooManyStreamsError extends AppError {
  constructor(limit: number, retryAfterSeconds: number) {
    super('too_many_streams', `Your tenant has ${limit} event streams open, and no more are allowed.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
}

/** The change is larger than one request; what is done stays done, and the same request again does more of it. */
export class UnfinishedError extends AppError {
  constructor() {
    super('unfinished', 'The change is under way but not finished; repeat the request to go on with it.', {
      headers: { 'retry-after': '1' },
    });
  }
}

/** A file that nobody may upload here: by its name, its type or its bytes. */
export class FileTypeRefusedError extends AppError {
  constructor(message: string) {
    super('file_type_refused', message);
  }
}

export class FileTooLargeError extends AppError {
  constructor(maxBytes: number) {
    super('file_too_large', `The file exceeds the maximum upload size of ${maxBytes} bytes.`, {
      body: { maxBytes },
    });
  }
}

/** The tenant's files would need more room than it has. */
export class QuotaExceededError extends AppError {
  constructor(quotaBytes: number) {
    super('quota_exceeded', `Attachment storage quota exceeded: a tenant stores up to ${quotaBytes} bytes.`, {
      body: { quotaBytes },
    });
  }
}

/** Only what belongs to a public partition goes there; nobody publishes other files by naming it. */
export class PublicPartitionError extends AppError {
  constructor() {
    super(
      'public_partition',
      'Public storage partitions take the files of their own entities and fields only.',
    );
  }
}

/** The deployment manages its partitions by itself. */
export class PartitionsLockedError extends AppError {
  constructor() {
    super('partitions_locked', 'Storage partitions are managed by the environment.');
  }
}

export class PartitionCodeTakenError extends AppError {
  constructor(code: string) {
    super('partition_code_taken', `A partition with the code "${code}" already exists.`, {
      body: { details: [{ field: 'code', message: 'is taken' }] },
    });
  }
}

/** Files lie in the partition. */
export class PartitionInUseError extends AppError {
  constructor() {
    super('partition_in_use', 'The partition is in use: move or delete its files first.');
  }
}

/** The same upload is being completed right now. */
export class UploadUnderWayError extends AppError {
  constructor() {
    super('upload_under_way', 'This upload is being completed; ask again shortly.');
  }
}

/** The version is the current one, which cannot be restored, and goes with the file only. */
export class CurrentVersionError extends AppError {
  constructor() {
    super('current_version', 'This is the current version of the file; name an earlier one.');
  }
}

/** The file does not have the bytes that `Range` asks for. */
export class RangeNotSatisfiableError extends AppError {
  constructor(totalBytes: number) {
    super('range_not_satisfiable', `The file has ${totalBytes} bytes, and none of those asked for.`, {
      headers: { 'content-range': `bytes */${totalBytes}` },
    });
  }
}

/** The attachment is no image, or one of a format that is not resized. */
export class UnsupportedImageError extends AppError {
  constructor() {
    super(
      'unsupported_image',
      'Unsupported media type: only JPEG, PNG, GIF and WebP are delivered as images.',
    );
  }
}

/** The bytes are another format than the attachment's type says. */
export class ImageMismatchError extends AppError {
  constructor() {
    super('image_type_mismatch', 'The content of the image does not match its type.');
  }
}

/** The image is damaged, cut off or empty. */
export class UnreadableImageError extends AppError {
  constructor(cause?: unknown) {
    super('unreadable_image', 'The image cannot be read; it is damaged.', { cause });
  }
}

/** Decoding the image, or making what is asked for, would take too much memory. */
export class ImageTooLargeError extends AppError {
  constructor(what: string) {
    super('image_too_large', `The image is too large: ${what}.`);
  }
}

/** A payment that nobody could make: no such amount, no such currency. */
export class InvalidPaymentError extends InvalidInputError {
  constructor(fields: FieldErrors) {
    super(fields, undefined, 'invalid_payment');
  }
}

/** No payment provider has this key. */
export class UnknownPaymentProviderError extends AppError {
  constructor(providerKey: string, known: readonly string[]) {
    super('unknown_payment_provider', `There is no payment provider "${providerKey}".`, {
      body: { details: [{ field: 'providerKey', message: `must be one of: ${known.join(', ')}` }] },
    });
  }
}

/** The provider's integration is off, or lacks credentials; `cause` says which and where that is changed. */
export class PaymentProviderUnavailableError extends AppError {
  constructor(cause: CredentialsMissingError | IntegrationDisabledError) {
    const { message, ...body } = cause.body;
    super('payment_provider_unavailable', cause.message, { body, cause });
  }
}

/** The provider keeps no payment methods of customers. */
export class PaymentMethodsUnsupportedError extends AppError {
  constructor(title: string) {
    super('payment_methods_unsupported', `Payment methods cannot be saved with ${title}.`);
  }
}

/** The state of the payment, or the money that is left of it, stands against the request. The provider was not called. */
export class PaymentStateError extends AppError {
  constructor(message: string, status: string) {
    super('payment_state', message, { body: { status } });
  }
}

/** The id of the operation was used for another one. */
export class PaymentOperationConflictError extends AppError {
  constructor(operationId: string) {
    super('payment_operation_conflict', 'An operation with this id asked for something else.', {
      body: { operationId },
    });
  }
}

/** An operation of the payment is under way; perhaps this very one. */
export class PaymentOperationInProgressError extends AppError {
  constructor() {
    super(
      'payment_operation_in_progress',
      'An operation of this payment is under way; repeat the request shortly.',
      {
        headers: { 'retry-after': '2' },
      },
    );
  }
}

/** The provider did not do it, or did not say so. What it said is in the integration's log. */
export class PaymentProviderFailedError extends AppError {
  constructor(cause?: unknown) {
    super(
      'payment_provider_failed',
      'The payment provider did not answer as it should. Repeat the request: nothing is done twice.',
      { cause },
    );
  }
}
