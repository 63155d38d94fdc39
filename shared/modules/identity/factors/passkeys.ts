/** Passkeys: what browsers are asked for, and checks of what they return. */
import { randomBytes } from 'node:crypto';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { log } from '../../../kernel/observability/log.ts';
import type { Registration } from './passkey-contract.ts';
import {
  type Assertion,
  type CreationOptions,
  type RequestOptions,
  type Transport,
  transports,
} from './proof-fields.ts';
import type { Credential } from './webauthn.ts';

/** A passkey of a user. */
export interface Passkey extends Credential {
  id: string;
  kind: 'passkey';
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number;
  transports: readonly Transport[];
}

/** EdDSA, ES256 and RS256, which all authenticators have between them. */
const algorithms = [-8, -7, -257];

const timeout = 60_000;

export const newChallenge = (): string => randomBytes(32).toString('base64url');

const rpIdOf = (origin: string): string => new URL(origin).hostname;

const expectedOf = (challenge: string, origin: string) => ({ challenge, origin, rpId: rpIdOf(origin) });

const isPasskey = (factor: { kind: string }): factor is Passkey => factor.kind === 'passkey';

const descriptorsOf = (factors: readonly { kind: string }[]): RequestOptions['allowCredentials'] =>
  factors.filter(isPasskey).map(({ credentialId, transports: known }) => ({
    id: credentialId,
    type: 'public-key',
    transports: [...known],
  }));

/** Options of a new passkey. Pure. */
export const creationOptions = (
  challenge: string,
  origin: string,
  {
    tenant,
    user,
    factors,
  }: {
    tenant: string;
    user: { id: string; email: string; name: string | null };
    factors: readonly { kind: string }[];
  },
): CreationOptions => ({
  challenge,
  rp: { id: rpIdOf(origin), name: tenant },
  user: {
    id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url'),
    name: user.email,
    displayName: user.name ?? user.email,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: descriptorsOf(factors),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
  timeout,
});

/** Options to use one of the passkeys; undefined if there is none. Pure. */
export function requestOptions(
  challenge: string,
  origin: string,
  factors: readonly { kind: string }[],
): RequestOptions | undefined {
  const allowCredentials = descriptorsOf(factors);
  if (allowCredentials.length === 0) return undefined;
  return { challenge, rpId: rpIdOf(origin), allowCredentials, timeout, userVerification: 'required' };
}

const loadWebauthn = () => import('./webauthn.ts');

/** Refuses a passkey. Callers do not learn which check has failed; operators do. */
function refuse(error: unknown): never {
  log('warn', 'A passkey was refused.', { reason: error instanceof Error ? error.message : String(error) });
  throw new InvalidInputError({ passkey: 'is wrong, has expired or was used before' });
}

/** The passkey of a set-up, if the answer is right. Throws InvalidInputError, also for one that the user has already. */
export async function newPasskey(
  { id, name, challenge }: { id: string; name: string; challenge: string },
  given: Registration,
  factors: readonly { kind: string }[],
  { origin, nowMs }: { origin: string; nowMs: number },
): Promise<Passkey> {
  if (factors.filter(isPasskey).some(({ credentialId }) => credentialId === given.id))
    throw new InvalidInputError({ passkey: 'is set up already' });
  const { verifyRegistration } = await loadWebauthn();
  const made = await verifyRegistration(given, expectedOf(challenge, origin), algorithms).catch(refuse);
  const known = given.response.transports ?? [];
  return {
    ...{ id, kind: 'passkey', name, createdAtMs: nowMs, lastUsedAtMs: nowMs },
    ...made,
    transports: transports.filter((transport) => known.includes(transport)),
  };
}

/**
 * The passkey after a use, of which its counter is the last: of an authenticator that counts, neither this use nor an
 * earlier one is accepted again, which also refuses its copy. Throws InvalidInputError.
 */
export async function usedPasskey(
  factors: readonly { kind: string }[],
  given: Assertion,
  { challenge, origin }: { challenge: string | undefined; origin: string },
  nowMs: number,
): Promise<Passkey> {
  const passkey = factors.filter(isPasskey).find(({ credentialId }) => credentialId === given.id);
  if (passkey === undefined || challenge === undefined)
    return refuse('It is not a passkey of the user, or no challenge was asked for.');
  const { verifyAssertion } = await loadWebauthn();
  const used = await verifyAssertion(given, passkey, expectedOf(challenge, origin)).catch(refuse);
  return { ...passkey, ...used, lastUsedAtMs: nowMs };
}
