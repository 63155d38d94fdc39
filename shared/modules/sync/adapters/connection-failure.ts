import { AuthorizationFailedError, type ConnectionResult, SourceError } from '../adapter.ts';

/** What a check answers when its call failed; only texts that are meant for people are returned. */
export function connectionFailure(error: unknown): ConnectionResult {
  if (error instanceof AuthorizationFailedError || error instanceof SourceError)
    return { ok: false, message: error.message };
  return { ok: false, message: 'The service cannot be reached.' };
}
