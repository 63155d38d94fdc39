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
  read_only: 'Ask an administrator for a key that is not read-only, or call an operation that only reads.',
  stale: 'Read the resource again and repeat the change with its current `ETag` in `headers.if-match`.',
  idempotency_conflict: 'Repeat the call with another `headers.idempotency-key`.',
};

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
  const known = byCode[code] ?? byStatus[status];
  if (known !== undefined) return known;
  if (status >= 500) {
    const named = requestId === undefined ? '' : ` and report the request ${requestId} if it fails again`;
    return `Repeat the call in a minute${named}.`;
  }
  return `Correct the named fields as \`search_operations\` with \`operation: "${name}"\` shows them, and call again.`;
}
