/** Checks what an identity provider publishes: whether people could sign in with the settings of a tenant. */
import { fetchFrom, type IssuerMetadata, IssuerUnavailableError, readMetadata } from './issuer.ts';
import type { Provider } from './provider.ts';
import type { ProviderCheck } from './provider-contract.ts';
import { signatureAlgorithms } from './signature-algorithms.ts';

type PublishedKey = ProviderCheck['keys'][number];

/** Fields that an issuer may omit; only those that it publishes count. */
const lacks = (offered: readonly string[] | undefined, wanted: string): boolean =>
  offered !== undefined && !offered.includes(wanted);

/** What keeps people from signing in, in sentences for administrators. Pure. */
export function problemsOf(
  metadata: IssuerMetadata,
  keys: readonly PublishedKey[],
  { scopes }: Pick<Provider, 'scopes'>,
): string[] {
  const unknownScopes = scopes.filter((scope) => lacks(metadata.scopes_supported, scope));
  const canVerify = keys.some(
    ({ algorithm }) => algorithm === null || signatureAlgorithms.includes(algorithm),
  );
  const checks: [boolean, string][] = [
    [metadata.authorization_endpoint === undefined, 'The provider names no address for sign-ins.'],
    [metadata.token_endpoint === undefined, 'The provider names no address for tokens.'],
    [
      lacks(metadata.response_types_supported, 'code'),
      'The provider does not support the authorization code flow.',
    ],
    [
      lacks(metadata.code_challenge_methods_supported, 'S256'),
      'The provider does not support PKCE with S256.',
    ],
    [unknownScopes.length > 0, `The provider does not offer the scopes ${unknownScopes.join(', ')}.`],
    [!canVerify, 'The provider publishes no public key with which its tokens can be verified.'],
  ];
  return checks.filter(([isProblem]) => isProblem).map(([, problem]) => problem);
}

/** The keys for signatures. Throws IssuerUnavailableError. */
async function readKeys({ issuer, jwks_uri: address }: IssuerMetadata): Promise<PublishedKey[]> {
  const response = await fetchFrom(issuer, address, { headers: { accept: 'application/json' } });
  const keys: unknown = Object(await response.json().catch(() => undefined)).keys;
  if (!response.ok || !Array.isArray(keys))
    throw new IssuerUnavailableError(`The address of its keys has none (${response.status}).`);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return keys
    .map(Object)
    .filter(({ use, kty }) => use !== 'enc' && kty !== 'oct')
    .slice(0, 20)
    .map(({ kid, alg }) => ({ id: textOf(kid), algorithm: textOf(alg) }));
}

/** Reads metadata and keys anew and returns them with all problems. Up to two requests to the provider. */
export async function checkProvider({ issuer, scopes }: Provider): Promise<ProviderCheck> {
  const check: ProviderCheck = {
    ...{ authorizationEndpoint: null, tokenEndpoint: null, userInfoEndpoint: null, keysAddress: null },
    ...{ keys: [], problems: [] },
  };
  try {
    const metadata = await readMetadata(issuer);
    check.authorizationEndpoint = metadata.authorization_endpoint ?? null;
    check.tokenEndpoint = metadata.token_endpoint ?? null;
    check.userInfoEndpoint = metadata.userinfo_endpoint ?? null;
    check.keysAddress = metadata.jwks_uri;
    check.keys = await readKeys(metadata);
    check.problems = problemsOf(metadata, check.keys, { scopes });
  } catch (error) {
    if (!(error instanceof IssuerUnavailableError)) throw error;
    check.problems = [error.message];
  }
  return check;
}
