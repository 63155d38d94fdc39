/** The authorization code flow with one provider. Only this file uses the OpenID Connect client. */
import * as oidc from 'openid-client';
import { comparedAddress } from '../../../kernel/base/email-address.ts';
import { discover, fetchFrom, IssuerUnavailableError, verifyToken } from './issuer.ts';
import { allowsPlainHttp } from './issuer-address.ts';
import { providerLimits } from './limits.ts';
import { type Claims, type Provider, SignInRefusedError } from './provider.ts';

type Client = Pick<Provider, 'issuer' | 'clientId'>;

async function configurationOf({ issuer, clientId }: Client, secret: string | null) {
  const metadata = await discover(issuer);
  const methods = metadata.token_endpoint_auth_methods_supported;
  const takesForms = Array.isArray(methods) && methods.includes('client_secret_post');
  const authenticate = takesForms ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
  const config = new oidc.Configuration(
    metadata,
    clientId,
    { [oidc.clockTolerance]: providerLimits.clockToleranceSeconds },
    secret === null ? oidc.None() : authenticate(secret),
  );
  config[oidc.customFetch] = (url, { method, headers, body }) =>
    fetchFrom(issuer, url, { method, headers, body });
  if (allowsPlainHttp(issuer)) oidc.allowInsecureRequests(config);
  return config;
}

export interface StartedFlow {
  redirectUri: string;
  state: string;
  nonce: string;
  /** The PKCE verifier. */
  verifier: string;
}

/** The address to which the browser is sent. Throws IssuerUnavailableError. */
export async function authorizationAddress(
  client: Client & Pick<Provider, 'scopes'>,
  { redirectUri, state, nonce, verifier }: StartedFlow,
  email: string | undefined,
): Promise<string> {
  const config = await configurationOf(client, null);
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: client.scopes.join(' '),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email !== undefined && { login_hint: email }),
  });
  return url.href;
}

/** The client wraps what its requests throw. */
function rethrow(error: unknown): never {
  throw error instanceof Error && error.cause instanceof IssuerUnavailableError ? error.cause : error;
}

/**
 * Redeems the code of a response, and returns the claims of the ID token with those of the user info, if there is such an
 * endpoint. Checks `state`, `iss`, `nonce`, audience, times and the signature. Throws SignInRefusedError for any other
 * response, IssuerUnavailableError.
 */
export async function redeem(
  client: Client,
  secret: string | null,
  responseUrl: URL,
  { state, nonce, verifier }: Omit<StartedFlow, 'redirectUri'>,
): Promise<Claims> {
  const config = await configurationOf(client, secret);
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  };
  const tokens = await oidc.authorizationCodeGrant(config, responseUrl, checks).catch(rethrow);
  const claims = tokens.claims();
  if (tokens.id_token === undefined || claims === undefined) throw new SignInRefusedError('response_invalid');
  // An empty subject would be that of several people.
  if (claims.sub === '') throw new SignInRefusedError('response_invalid');
  await verifyToken(tokens.id_token, client.issuer, {
    audience: client.clientId,
    // Also refuses a token from the future.
    maxTokenAge: providerLimits.signInSeconds,
  });
  if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(rethrow);
  return mergedClaims(claims, more);
}

/**
 * The claims of the ID token with those that only the user info has. What says that an address is verified is taken from
 * where the address is, because it speaks of no other: of that in the ID token, the user info speaks if it has the same one.
 * Pure.
 */
export function mergedClaims(idToken: Claims, userInfo: Claims): Claims {
  const isSame = comparedAddress(String(idToken.email)) === comparedAddress(String(userInfo.email));
  const isOfUserInfo = !('email' in idToken) || (isSame && !('email_verified' in idToken));
  const { email_verified } = isOfUserInfo ? userInfo : idToken;
  return { ...userInfo, ...idToken, email_verified };
}

/** Why the provider refused, if it did: as opposed to a response that is not its own. */
export const isRefusal = (error: unknown): boolean => error instanceof oidc.AuthorizationResponseError;
