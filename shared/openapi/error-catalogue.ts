/** What each error code means to a caller, with an example of the answer. */
import type { ErrorCode } from '../http/errors.ts';

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
    meaning: 'The body is missing, is not JSON, is not UTF-8, or is not sent as `application/json`.',
    example: { error: 'The body is not valid JSON.' },
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
  unauthenticated: {
    meaning: 'There are no credentials, or none that are valid now.',
    example: { error: 'Missing or invalid credentials.' },
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
  not_found: {
    meaning: 'Nothing with this id exists where the caller may look.',
    example: { error: 'Rule not found.' },
  },
  rule_id_taken: {
    meaning: 'Another live rule of the tenant has this `ruleId`.',
    example: { error: 'The ruleId "ORDER-LIMIT" is taken.', details: { ruleId: 'is taken' } },
  },
  role_name_taken: {
    meaning: 'Another role of the tenant has this name.',
    example: { error: 'The role name "support" is taken.' },
  },
  role_in_use: {
    meaning: 'Somebody holds the role, so it cannot be deleted.',
    example: { error: 'The role is assigned to users or API keys; take it from them first.' },
  },
  email_taken: {
    meaning: 'Another user of the tenant has this e-mail address.',
    example: { error: 'Another user of the tenant has this e-mail address.' },
  },
  stale: {
    meaning: '`If-Match` names a version that is no longer the current one; nothing was changed.',
    example: { error: 'The resource has changed since you read it; read it again and repeat the change.' },
  },
  body_too_large: {
    meaning: 'The body, or what would be stored, is too large.',
    example: { error: 'The body is larger than the allowed 262144 bytes.', maxBytes: 262_144 },
  },
  rate_limited: {
    meaning: 'The key has used up its requests of this minute or hour; `Retry-After` says when to go on.',
    example: { error: 'Too many requests; try again in 24 seconds.' },
  },
  internal: {
    meaning: 'Something unexpected failed; the request id helps to find it.',
    example: { error: 'Something went wrong on our side. The request id helps us to find it.' },
  },
  unavailable: {
    meaning: 'The service is busy and nothing was half done; repeat the request after `Retry-After`.',
    example: { error: 'The service is busy; repeat the request shortly.' },
  },
} as const satisfies Record<ErrorCode, ErrorEntry>;
