/**
 * Idempotent requests: a repeated write with the same key returns the first response.
 * https://docs.stripe.com/api/idempotent_requests
 */
import { StripeFault } from './faults.ts';
import type { Account } from './objects.ts';

export interface StripeResponse {
  status: number;
  body: string;
  /** Nothing was executed. */
  isEarly?: boolean;
  /** The id of an earlier request whose response is returned again. */
  original?: string;
}

const otherParameters = new StripeFault(400, {
  type: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
});

/** Executes a write at most once per key; a request that failed before it was executed may be repeated. */
export function executeOnce(
  { answers }: Account,
  { name, parameters, requestId }: { name: string; parameters: string; requestId: string },
  execute: () => StripeResponse,
): StripeResponse {
  const saved = answers[name];
  if (saved !== undefined && saved.parameters !== parameters) return otherParameters.response;
  if (saved !== undefined) return { status: saved.status, body: saved.body, original: saved.requestId };
  const response = execute();
  const { status, body, isEarly } = response;
  if (!isEarly) answers[name] = { parameters, status, body, requestId, atMs: Date.now() };
  return response;
}
