/**
 * Idempotent requests: a repeated write with the same key returns the first response.
 * https://docs.stripe.com/api/idempotent_requests
 */
import { type Account, type SavedResponse, StripeFault } from './types.ts';

export interface IdempotentResponse {
  status: number;
  body: string;
  /** Id of the repeated request. */
  original?: string;
}

const running = new Set<string>();

/** Returns the response of an earlier request. Throws StripeFault for other parameters, and while that request runs. */
function findSaved(account: Account, name: string, parameters: string): SavedResponse | undefined {
  if (running.has(`${account.id} ${name}`))
    throw new StripeFault(
      409,
      {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      },
      true,
    );
  const saved = account.answers[name];
  if (saved === undefined || saved.parameters === parameters) return saved;
  throw new StripeFault(
    400,
    {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
    true,
  );
}

/** Executes a write at most once per key; a request that failed before it was executed may be repeated. */
export async function executeOnce(
  account: Account,
  { name, parameters, requestId }: { name: string | undefined; parameters: string; requestId: string },
  execute: () => Promise<{ status: number; body: string; isEarly?: boolean }>,
): Promise<IdempotentResponse> {
  if (name === undefined) return execute();
  const known = findSaved(account, name, parameters);
  if (known) return { status: known.status, body: known.body, original: known.requestId };
  running.add(`${account.id} ${name}`);
  try {
    const { status, body, isEarly } = await execute();
    if (!isEarly) account.answers[name] = { parameters, status, body, requestId, atMs: Date.now() };
    return { status, body };
  } finally {
    running.delete(`${account.id} ${name}`);
  }
}
