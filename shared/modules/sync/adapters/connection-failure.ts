import { type ConnectionResult, isAuthorizationFailure, isSourceError } from '../adapter.ts';

/** What a check answers when its call failed; only texts that are meant for people are told. */
export function connectionFailure(error: unknown): ConnectionResult {
  if (isAuthorizationFailure(error) || isSourceError(error)) return { ok: false, message: error.message };
  return { ok: false, message: 'The service cannot be reached.' };
}
