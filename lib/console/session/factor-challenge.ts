import { PlatformError } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';

/** The challenge of a log-in whose password was right, if the user has a second factor. */
export function factorChallenge(error: unknown): string | undefined {
  if (!(error instanceof PlatformError) || error.code !== 'factor_required') return undefined;
  return isJsonObject(error.body) ? String(error.body.challenge) : undefined;
}
