/** What to do after a refused call, in one sentence. Pure. */
import type { Operation } from './operation.ts';

export interface Refusal {
  status: number;
  code: string;
  requestId: string | undefined;
  retryAfter: string | undefined;
}

const byCode: Readonly<Record<string, string>> = {
  scope_required: 'Add `query.tenantId` and, if it is missing, `query.organizationId`, and call again.',
  scope_forbidden: 'Select a tenant and an organization that `getSession` names, and call again.',
  missing_feature:
    'Ask an administrator for the missing feature, or call an operation that you have the right to.',
  address_forbidden:
    'Use a key without `allowedAddresses`, because calls of tools come from the address of the platform.',
  step_up_required: 'Call `verifyFactor` with a code of the user, then repeat the call; or use an API key.',
  read_only:
    'Ask an administrator for a key that is not read-only, or the user to allow changes, or call an operation that only reads.',
  stale: 'Read the resource again and repeat the change with its current `ETag` in `headers.if-match`.',
  idempotency_conflict: 'Repeat the call with another `headers.idempotency-key`.',
  session_required: 'Ask the user to do it in the console, because only a session of the user may.',
  factor_enrolment_required: 'Ask the user to set up a second factor in the console, then sign in again.',
  factor_required: 'Ask the user to set up a second factor in the console, then sign in again.',
  provider_required: 'Ask the user to sign in with the provider of the tenant.',
  rights_exceeded: 'Leave out the rights that the error names, or ask an administrator for them.',
  malformed_body: 'Send `body` as the object that `search_operations` shows, and call again.',
  too_deep: 'Send data with fewer nested levels.',
  page_too_large: 'Call again with the smaller page size that the error names.',
  range_not_satisfiable: 'Leave out `headers.range` or select a part inside the file, and call again.',
  credentials_missing: 'Ask an administrator to store the credentials of the integration, then call again.',
  sync_connection_failed: 'Ask an administrator to check the connection of the integration, then call again.',
  payment_provider_unavailable:
    'Ask an administrator to configure the payment provider, or choose another one.',
  job_disabled: 'Enable the job with `updateJob`, then call again.',
  tenant_required: 'Add `body.tenantId` with the id of one of the named tenants, and call again.',
  limit_reached: 'Delete what is no longer needed or wait for active runs, then call again.',
  quota_exceeded: 'Delete what is no longer needed, or ask an administrator for a higher quota.',
  email_disabled: 'Ask an administrator to enable e-mail for this deployment.',
  integration_disabled: 'Ask an administrator to enable the integration, then call again.',
  webhooks_disabled: 'Ask an administrator to enable the integration `webhook_custom`, then call again.',
  webhook_inactive: 'Enable the webhook, then call again.',
  invalid_grant: 'Ask the user to sign in again.',
  invalid_client: 'Register the application again.',
};

/** Endings of codes with the same next step. */
const byEnding: readonly [ending: string, advice: string][] = [
  ['_taken', 'Choose another value for what the error names, and call again.'],
  ['_in_use', 'Remove the uses of the resource first, then call again.'],
];

const byStatus: Readonly<Record<number, string>> = {
  401: 'Sign in again, or use a valid API key.',
  403: 'Ask an administrator for the right, or call an operation that you have the right to.',
  404: 'List the resources to find an id that exists, and call again.',
  405: 'Search for the operation again with `search_operations`.',
  409: 'Read the current state, and repeat the call only if it is still needed.',
  410: 'List the resources to find one that still exists.',
  412: 'Read the resource again and repeat the change with its current `ETag` in `headers.if-match`.',
  413: 'Send less data in one call.',
  415: 'Send the body in the format that `search_operations` shows.',
  502: 'Check the external service, then repeat the call.',
};

/** The next step after this refusal. */
export function adviceOn({ name }: Operation, { status, code, requestId, retryAfter }: Refusal): string {
  if (status === 429) return `Wait ${retryAfter ?? '60'} seconds, then repeat the call.`;
  const ending = byEnding.find(([end]) => code.endsWith(end));
  const known = byCode[code] ?? ending?.[1] ?? byStatus[status];
  if (known !== undefined) return known;
  if (status >= 500) {
    const named = requestId === undefined ? '' : ` and report the request ${requestId} if it fails again`;
    return `Repeat the call in a minute${named}.`;
  }
  return `Correct what the error names, as \`search_operations\` with \`operation: "${name}"\` shows it, and call again.`;
}
