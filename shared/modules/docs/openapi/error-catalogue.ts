/** What each error code means to a caller, with an example of the answer. */
import { type ErrorCode, internalErrorText } from '../../../kernel/errors/errors.ts';

export interface ErrorEntry {
  meaning: string;
  /** The body beside `code`. */
  example: { error: string; [key: string]: unknown };
}

export const errorCatalogue = {
  invalid_input: {
    meaning: 'A value breaks its schema; `details` names every bad field.',
    example: { error: 'The request is not valid; see details.' },
  },
  malformed_body: {
    meaning: 'The body is missing, is not what its content type says, or has another type than it must have.',
    example: { error: 'The body is not valid JSON.' },
  },
  too_deep: {
    meaning:
      'JSON nests more than 100 levels deep, in the body, a part of a form or a message; `details` names the field. ' +
      'Only `conditionExpression` of a rule may nest to any depth.',
    example: {
      error: 'The JSON nests more than 100 levels deep.',
      details: [{ field: 'data', message: 'must nest at most 100 levels deep' }],
    },
  },
  invalid_payment: {
    meaning:
      'A payment that nobody could make: an amount or a currency that there is none of, or any other value that ' +
      'breaks its schema; `details` names every bad field.',
    example: {
      error: 'The request is not valid; see details.',
      details: [{ field: 'amount', message: 'must have at most 2 decimals, as EUR has' }],
    },
  },
  unknown_payment_provider: {
    meaning: 'No payment provider has this key.',
    example: {
      error: 'There is no payment provider "paypal".',
      details: [{ field: 'providerKey', message: 'must be one of: stripe, manual' }],
    },
  },
  payment_provider_unavailable: {
    meaning: 'The integration of the payment provider is switched off, or lacks credentials.',
    example: {
      error:
        'The integration gateway_stripe is switched off: switch it on with PUT /api/integrations/gateway_stripe/state.',
      integrationId: 'gateway_stripe',
    },
  },
  payment_methods_unsupported: {
    meaning: 'The payment provider keeps no payment methods of customers.',
    example: { error: 'Payment methods cannot be saved with Bank transfer or cash.' },
  },
  payment_state: {
    meaning: 'The state of the payment, or the money that is left of it, stands against the request.',
    example: { error: 'A cancelled payment cannot be captured.', status: 'cancelled' },
  },
  payment_operation_conflict: {
    meaning: 'The `operationId` or `Idempotency-Key` was used for another operation within a day.',
    example: {
      error: 'An operation with this id asked for something else.',
      operationId: 'order-1001-capture',
    },
  },
  payment_operation_in_progress: {
    meaning:
      'An operation of the payment is under way, perhaps this very one; repeat the request after `Retry-After`.',
    example: { error: 'An operation of this payment is under way; repeat the request shortly.' },
  },
  payment_provider_failed: {
    meaning:
      'The payment provider refused, failed or did not answer in time. Repeat the same request: what was done is ' +
      'found again, and nothing is done twice. The integration’s log says what the provider said.',
    example: {
      error: 'The payment provider did not answer as it should. Repeat the request: nothing is done twice.',
    },
  },
  progress_job_not_cancellable: {
    meaning: 'The job is not there, has ended, or may not be cancelled from outside.',
    example: { error: 'Cannot cancel this job' },
  },
  progress_job_managed: {
    meaning: 'The job shows how far a sync run is; only the run moves it.',
    example: { error: 'The job belongs to a sync run, which alone moves it.' },
  },
  scope_required: {
    meaning: 'The caller must say which tenant or organization it means.',
    example: { error: 'Select an organization (organizationId).' },
  },
  page_too_large: {
    meaning: 'The rows of the page do not fit into one answer; `suggestedPageSize` does.',
    example: {
      error: 'The rows of this page are too large for one answer; ask for pageSize 12 or less.',
      pageSize: 100,
      suggestedPageSize: 12,
    },
  },
  file_type_refused: {
    meaning:
      'The file may not be uploaded: it is a program, browsers would run it, or its field takes other ones.',
    example: { error: 'Active content (HTML, SVG, XML) may not be uploaded.' },
  },
  public_partition: {
    meaning: 'A public storage partition takes the files of its own entities and fields only.',
    example: { error: 'Public storage partitions take the files of their own entities and fields only.' },
  },
  partitions_locked: {
    meaning: 'The deployment manages its storage partitions by itself (`PARTITIONS_LOCKED`).',
    example: { error: 'Storage partitions are managed by the environment.' },
  },
  partition_code_taken: {
    meaning: 'The tenant has a partition with this code, or it is the code of a default one.',
    example: {
      error: 'A partition with the code "contracts" already exists.',
      details: [{ field: 'code', message: 'is taken' }],
    },
  },
  partition_in_use: {
    meaning: 'Files lie in the partition; move or delete them first.',
    example: { error: 'The partition is in use: move or delete its files first.' },
  },
  current_version: {
    meaning: 'The version is the current one of its file.',
    example: { error: 'This is the current version of the file; name an earlier one.' },
  },
  upload_under_way: {
    meaning: 'Another request is completing the same upload.',
    example: { error: 'This upload is being completed; ask again shortly.' },
  },
  file_too_large: {
    meaning: 'The file is larger than the deployment, or the field it was uploaded into, allows.',
    example: {
      error: 'The file exceeds the maximum upload size of 26214400 bytes.',
      maxBytes: 26_214_400,
    },
  },
  quota_exceeded: {
    meaning: 'The tenant’s files would need more room than it has.',
    example: {
      error: 'Attachment storage quota exceeded: a tenant stores up to 536870912 bytes.',
      quotaBytes: 536_870_912,
    },
  },
  not_extractable: {
    meaning: 'No text is extracted from the file: its partition wants none, or its kind of file has none.',
    example: { error: 'The partition of the file wants no text (requiresOcr).' },
  },
  unauthenticated: {
    meaning: 'There are no credentials, or none that are valid now.',
    example: { error: 'Missing or invalid credentials.' },
  },
  login_failed: {
    meaning: 'No account has this e-mail address and password; the answer does not say what is wrong.',
    example: {
      error:
        'No account has this e-mail address and password. If several tenants know the address, name one (tenantId).',
    },
  },
  missing_feature: {
    meaning: 'The caller lacks the required feature, which the answer names.',
    example: {
      error: 'You lack a required feature.',
      required: ['business_rules.rules.view'],
      requiredFeatures: ['business_rules.rules.view'],
    },
  },
  scope_forbidden: {
    meaning: "The selected tenant or organization is outside the caller's reach, or gone.",
    example: { error: 'The selected tenant or organization is not yours to act in.' },
  },
  session_required: {
    meaning: 'The call is about the account of a logged-in user, and the caller is an API key.',
    example: { error: 'Log in as a user: API keys have no account of their own.' },
  },
  address_forbidden: {
    meaning:
      "The API key has allowed addresses (`allowedAddresses`), and the caller's IP address is not among them.",
    example: { error: 'The API key is not allowed from your IP address.' },
  },
  origin_forbidden: {
    meaning: 'The request went to an inner address of the service instead of its public host.',
    example: { error: 'Send requests to the public host of this API.' },
  },
  rights_exceeded: {
    meaning: 'Nobody gives away, or takes over, rights that they lack; the answer names them.',
    example: {
      error: 'This takes rights that you lack: scheduler.jobs.manage.',
      required: ['scheduler.jobs.manage'],
      requiredFeatures: ['scheduler.jobs.manage'],
    },
  },
  cross_site: {
    meaning:
      'A browser sent the request on behalf of another site, and a cookie is the only proof of who asks. Send an ' +
      'API key or `Authorization: Bearer`, or have the origin allowed.',
    example: {
      error: 'Requests of other sites are refused where a cookie is the only proof of who asks.',
    },
  },
  not_found: {
    meaning: 'Nothing with this id exists where the caller may look.',
    example: { error: 'Rule not found.' },
  },
  rule_id_taken: {
    meaning: 'Another live rule of the tenant has this `ruleId`.',
    example: { error: 'The ruleId "ORDER-LIMIT" is taken.', details: { ruleId: 'is taken' } },
  },
  rule_set_id_taken: {
    meaning: 'Another live rule set of the tenant has this `setId`.',
    example: { error: 'The setId "CHECKOUT" is taken.', details: { setId: 'is taken' } },
  },
  rule_already_in_set: {
    meaning: 'The rule is a member of the set; a rule is in a set once.',
    example: { error: 'The rule is in the set already.' },
  },
  rule_set_full: {
    meaning: 'The set has as many rules as a set may have.',
    example: { error: 'A set has at most 100 rules.' },
  },
  rule_set_disabled: {
    meaning: 'The rule set is disabled, so it is not executed.',
    example: { error: 'The rule set is disabled.' },
  },
  role_name_taken: {
    meaning: 'Another role of the tenant has this name.',
    example: { error: 'The role name "support" is taken.' },
  },
  role_in_use: {
    meaning: 'Somebody holds the role, so it cannot be deleted.',
    example: { error: 'The role is assigned to users or API keys; take it from them first.' },
  },
  external_id_taken: {
    meaning: 'Another record of the type in the organization has this externalId.',
    example: { error: 'The externalId "SO-1001" is taken.' },
  },
  email_taken: {
    meaning: 'Another user of the tenant has this e-mail address.',
    example: {
      error: 'Another user of the tenant has this e-mail address.',
      fieldErrors: { email: 'is taken' },
      details: [{ field: 'email', message: 'is taken' }],
    },
  },
  own_account: {
    meaning: 'Nobody deletes or deactivates themselves.',
    example: { error: 'You cannot delete or deactivate yourself.' },
  },
  toggle_identifier_taken: {
    meaning: 'A toggle has this `identifier`, or had it when it was deleted.',
    example: {
      error: 'The identifier "new_checkout" is taken.',
      details: [{ field: 'identifier', message: 'is taken' }],
    },
  },
  MISSING_TOGGLE: {
    meaning: 'There is no toggle with this `identifier`, or it was deleted.',
    example: {
      error: 'There is no toggle "new_checkout".',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: null,
    },
  },
  TYPE_MISMATCH: {
    meaning: 'The toggle is of another type than the check.',
    example: {
      error: 'The toggle "new_checkout" is of type string, not boolean.',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: 'string',
    },
  },
  INVALID_VALUE: {
    meaning:
      'The toggle has no value of its type: its default is null and the tenant has no value of its own.',
    example: {
      error: 'The toggle "new_checkout" has no boolean value.',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: 'null',
    },
  },
  webhooks_unavailable: {
    meaning: 'The integration `webhook_custom` is switched off for the organization of the endpoint.',
    example: { error: 'Custom Webhooks integration is disabled' },
  },
  signature_invalid: {
    meaning:
      'The message is not signed with the secret of the endpoint, is too old, or is none of the provider.',
    example: { error: 'The signature of the message could not be verified.' },
  },
  webhooks_disabled: {
    meaning: 'The integration `webhook_custom` is switched off for the organization.',
    example: { error: 'Custom Webhooks integration is disabled' },
  },
  delivery_under_way: {
    meaning: 'An attempt of the delivery is being made right now.',
    example: { error: 'An attempt of this delivery is under way; look at it again when that has ended.' },
  },
  notification_actioned: {
    meaning: 'The caller took an action of the notification before.',
    example: { error: 'You took an action of this notification before.' },
  },
  own_home: {
    meaning: 'The caller lives in the tenant or organization that it wants to close.',
    example: { error: 'You live in this tenant or organization; somebody else must close it.' },
  },
  invalid_schedule: {
    meaning: 'The `scheduleValue` is no cron expression, or no interval; `details` says why.',
    example: {
      error: 'The interval is not valid; see details.',
      details: [{ field: 'scheduleValue', message: 'must not be zero' }],
    },
  },
  unknown_command: {
    meaning: 'There is no command of the name in `targetCommand`.',
    example: {
      error: 'There is no command "reports.make".',
      details: [
        { field: 'targetCommand', message: 'must be a command that GET /api/scheduler/targets lists' },
      ],
    },
  },
  job_disabled: {
    meaning: 'The job is not enabled, so it is not run by hand either.',
    example: { error: 'The job is not enabled.' },
  },
  queue_unavailable: {
    meaning: 'The deployment does without the queue of jobs (`QUEUE_STRATEGY=local`), which this needs.',
    example: { error: 'Runs need the queue of jobs, which this deployment does without.' },
  },
  stale: {
    meaning: '`If-Match` names a version that is no longer the current one; nothing was changed.',
    example: { error: 'The resource has changed since you read it; read it again and repeat the change.' },
  },
  sync_adapter_missing: {
    meaning: 'Nothing in this deployment knows how to sync with the integration.',
    example: { error: 'There is no sync adapter for this integration.' },
  },
  integration_disabled: {
    meaning: 'The integration is switched off, or its provider refuses the credentials.',
    example: {
      error:
        'The integration sync_http_json is switched off: switch it on with PUT /api/integrations/sync_http_json/state.',
      integrationId: 'sync_http_json',
    },
  },
  credentials_missing: {
    meaning: 'Credentials that the integration needs are not saved; `missing` names them.',
    example: {
      error:
        'The integration sync_http_json is not set up: save token with PUT /api/integrations/sync_http_json/credentials.',
      message: 'Missing credentials',
      integrationId: 'sync_http_json',
      missing: ['token'],
    },
  },
  sync_connection_failed: {
    meaning: 'The adapter has tried, and it does not work; `message` says why.',
    example: { error: 'There is no bucket of this name.', message: 'There is no bucket of this name.' },
  },
  limit_reached: {
    meaning:
      'As many of these exist as may, or are at work; `limit` says how many that are. Delete some, or wait.',
    example: { error: 'There can be at most 500 webhooks in an organization.', limit: 500 },
  },
  sync_overlap: {
    meaning: 'A run of the same integration, entity type and direction is not over; `runId` names it.',
    example: {
      error: 'A sync run is already in progress for this integration, entity type and direction.',
      runId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
    },
  },
  sync_run_state: {
    meaning:
      'The run is over and cannot be cancelled, or is not and cannot be run again; `status` says how it is.',
    example: { error: 'The run is over.', status: 'completed' },
  },
  idempotency_conflict: {
    meaning: 'The `Idempotency-Key` was used for another request within a day.',
    example: { error: 'A request with this Idempotency-Key asked for something else.' },
  },
  not_versioned: {
    meaning: 'The integration declares no versions of its provider’s API to choose from.',
    example: { error: 'This integration is not versioned' },
  },
  unsupported_image: {
    meaning: 'The attachment is no image, or one of a format that is not resized.',
    example: { error: 'Unsupported media type: only JPEG, PNG, GIF and WebP are delivered as images.' },
  },
  image_type_mismatch: {
    meaning: 'The bytes of the image are another format than its type says.',
    example: { error: 'The content of the image does not match its type.' },
  },
  unreadable_image: {
    meaning: 'The image is damaged.',
    example: { error: 'The image cannot be read; it is damaged.' },
  },
  image_too_large: {
    meaning: 'The image has more bytes, pixels or frames than are decoded, or the result would.',
    example: { error: 'The image is too large: it has more than 40000000 pixels.' },
  },
  range_not_satisfiable: {
    meaning: 'The file does not have the bytes that `Range` asks for; `Content-Range` says how many it has.',
    example: { error: 'The file has 1024 bytes, and none of those asked for.' },
  },
  body_too_large: {
    meaning: 'The body, or what would be stored, is too large.',
    example: { error: 'The body is larger than the allowed 262144 bytes.', maxBytes: 262_144 },
  },
  rate_limited: {
    meaning:
      'Too many requests of this key or client within a minute or an hour; `Retry-After` says when to go on.',
    example: { error: 'Too many requests; try again in 24 seconds.' },
  },
  internal: {
    meaning: 'Something unexpected failed; the request id helps to find it.',
    example: { error: internalErrorText },
  },
  unfinished: {
    meaning:
      'The change concerns more than one request can do. What is done stays done; repeat the request after ' +
      '`Retry-After` to go on with it.',
    example: { error: 'The change is under way but not finished; repeat the request to go on with it.' },
  },
  too_many_streams: {
    meaning:
      'The tenant has as many event streams open as it may; `Retry-After` says when a place may be free again.',
    example: { error: 'Your tenant has 50 event streams open, and no more are allowed.' },
  },
  unavailable: {
    meaning: 'The service is busy and nothing was half done; repeat the request after `Retry-After`.',
    example: { error: 'The service is busy; repeat the request shortly.' },
  },
} as const satisfies Record<ErrorCode, ErrorEntry>;
