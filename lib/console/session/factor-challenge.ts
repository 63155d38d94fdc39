import { PlatformError } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';
import { isPasskeyOptions, type PasskeyOptions } from '../api/passkeys.ts';

/** The second step of a log-in. */
export interface FactorChallenge {
  challenge: string;
  hasApp: boolean;
  /** Missing for users without a passkey. */
  passkey?: PasskeyOptions;
}

/** The challenge of a log-in whose password was right, if the user has a second factor. */
export function factorChallenge(error: unknown): FactorChallenge | undefined {
  if (!(error instanceof PlatformError) || error.code !== 'factor_required') return undefined;
  if (!isJsonObject(error.body)) return undefined;
  const { challenge, factors, passkey } = error.body;
  return {
    challenge: String(challenge),
    hasApp: Array.isArray(factors) && factors.includes('totp'),
    ...(isPasskeyOptions(passkey) && { passkey }),
  };
}
