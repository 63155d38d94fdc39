/**
 * The one map from the code of an error to the status of its answer, and the body of that. A file of its own: functions
 * evaluate it when they answer an error, not when they start.
 */

export const errorStatus = {
  invalid_input: 400,
  malformed_body: 400,
  too_deep: 400,
  scope_required: 400,
  page_too_large: 400,
  file_type_refused: 400,
  unsupported_image: 400,
  image_type_mismatch: 400,
  progress_job_not_cancellable: 400,
  unreadable_image: 400,
  unauthenticated: 401,
  login_failed: 401,
  signature_invalid: 401,
  missing_feature: 403,
  scope_forbidden: 403,
  rights_exceeded: 403,
  cross_site: 403,
  address_forbidden: 403,
  session_required: 403,
  origin_forbidden: 403,
  public_partition: 403,
  partitions_locked: 403,
  not_found: 404,
  sync_adapter_missing: 404,
  rule_id_taken: 409,
  rule_set_id_taken: 409,
  rule_already_in_set: 409,
  rule_set_full: 409,
  rule_set_disabled: 409,
  not_extractable: 409,
  progress_job_managed: 409,
  external_id_taken: 409,
  role_name_taken: 409,
  role_in_use: 409,
  email_taken: 409,
  own_account: 409,
  toggle_identifier_taken: 409,
  MISSING_TOGGLE: 404,
  TYPE_MISMATCH: 400,
  INVALID_VALUE: 400,
  own_home: 409,
  webhooks_disabled: 409,
  delivery_under_way: 409,
  invalid_schedule: 422,
  unknown_command: 422,
  job_disabled: 422,
  notification_actioned: 409,
  partition_code_taken: 409,
  partition_in_use: 409,
  upload_under_way: 409,
  current_version: 409,
  integration_disabled: 409,
  sync_overlap: 409,
  limit_reached: 409,
  sync_run_state: 409,
  idempotency_conflict: 409,
  stale: 412,
  body_too_large: 413,
  file_too_large: 413,
  quota_exceeded: 413,
  image_too_large: 413,
  range_not_satisfiable: 416,
  not_versioned: 422,
  credentials_missing: 422,
  sync_connection_failed: 422,
  rate_limited: 429,
  invalid_payment: 422,
  unknown_payment_provider: 422,
  payment_provider_unavailable: 422,
  payment_methods_unsupported: 422,
  payment_state: 409,
  payment_operation_conflict: 409,
  payment_operation_in_progress: 409,
  payment_provider_failed: 502,
  internal: 500,
  unavailable: 503,
  unfinished: 503,
  queue_unavailable: 503,
  webhooks_unavailable: 503,
  too_many_streams: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** What a response shows of an error. `fields` are those of invalid input. */
interface ShownError {
  message: string;
  code: ErrorCode;
  body: Readonly<Record<string, unknown>>;
  fields?: Readonly<Record<string, string>>;
}

/** The body of an error's response, in the style of its endpoint. */
export function errorBody(
  error: ShownError,
  { details, errorFields }: { details?: 'map' | 'list'; errorFields?: Readonly<Record<string, unknown>> },
  requestId: string,
): Record<string, unknown> {
  const body = { ...errorFields, error: error.message, code: error.code, ...error.body, requestId };
  const { fields } = error;
  if (fields === undefined) return body;
  const list = Object.entries(fields).map(([field, message]) => ({ field, message }));
  return { ...body, details: details === 'map' ? fields : list };
}
