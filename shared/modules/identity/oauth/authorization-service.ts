/** Registers applications, and lets users allow them to act in their name. */
import { randomBytes } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
import { setParameters } from '../../../kernel/base/url-parameters.ts';
import { UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import type { RequestCaller } from '../../../kernel/http/operation.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { SessionRequiredError } from '../errors.ts';
import { directoryNames } from '../names.ts';
import { accountOf } from '../sessions/own-account.ts';
import { findUser } from '../users/user-store.ts';
import type { Visitor } from '../visitor.ts';
import { findDocumented } from './client-document.ts';
import { documentHost, isDocumentAddress } from './client-id.ts';
import { InvalidRedirectUriError, unknownClient } from './errors.ts';
import { oauthLimits, oauthPolicies } from './limits.ts';
import type { AuthorizationRequest, DecideAuthorization, RegisterApplication } from './oauth-contract.ts';
import { isRedirectUri, isRegistered, shownHost } from './redirect-uri.ts';
import { findClient, insertClient, insertCode, keepClient, type OAuthClient } from './store.ts';
import { asksOnlyToRead, assertResource, resourceOf } from './token-scope.ts';

const newId = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Registers an application. Throws InvalidRedirectUriError, RateLimitedError. */
export async function registerApplication(
  { client, context: { nowMs } }: Visitor<Pick<Client, 'ip'>>,
  { client_name: name = 'An application without a name', redirect_uris: redirectUris }: RegisterApplication,
) {
  const refused = redirectUris.find((uri) => !isRedirectUri(uri));
  if (refused !== undefined)
    throw new InvalidRedirectUriError(`${refused} is neither https nor http on this machine`);
  await countAgainst(oauthPolicies.register, addressKey(client.ip), nowMs);
  await countAgainst(oauthPolicies.registerAll, 'all', nowMs);
  const id = newId(16);
  const expiresAtMs = nowMs + oauthLimits.unusedClientSeconds * 1_000;
  await insertClient({ id, name, redirectUris, createdAtMs: nowMs, expiresAtMs });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(nowMs / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none' as const,
  };
}

/** The user of a session of its own. Throws SessionRequiredError for API keys and applications. */
function userOf({ principal, session }: Pick<RequestCaller, 'principal' | 'session'>) {
  const account = accountOf({ principal, session });
  if (account === undefined || session === undefined) throw new SessionRequiredError();
  const { method, factors, factorAtMs } = session;
  return { ...account, signIn: { method, factors, factorAtMs } };
}

/** The registered application, or the one that its document describes. Throws InvalidClientError. */
async function findApplication(id: string, nowMs: number): Promise<OAuthClient> {
  if (isDocumentAddress(id)) return findDocumented(id);
  const client = await findClient(id, nowMs);
  if (client === undefined) throw unknownClient();
  return client;
}

/**
 * The application of a request. Throws InvalidClientError and InvalidRedirectUriError, which only the user may see, and
 * InvalidScopeError and InvalidTargetError.
 */
async function checkedClient(
  { client_id: id, redirect_uri: redirectUri, scope, resource }: AuthorizationRequest,
  origin: string,
  nowMs: number,
): Promise<{ client: OAuthClient; readOnly: boolean }> {
  const client = await findApplication(id, nowMs);
  if (!isRegistered(redirectUri, client.redirectUris))
    throw new InvalidRedirectUriError('redirect_uri is not registered for this application');
  assertResource(resource, resourceOf(origin));
  return { client, readOnly: asksOnlyToRead(scope) };
}

/** The caller, and the address of the request. */
interface Asked extends Pick<RequestCaller, 'principal' | 'session'> {
  client: Pick<Client, 'origin'>;
  context: ChangeContext;
}

/** What an application asks for. Throws SessionRequiredError and what `checkedClient` throws. */
export async function describeAuthorization(
  { client: { origin }, context, ...caller }: Asked,
  request: AuthorizationRequest,
) {
  const user = userOf(caller);
  const { client, readOnly } = await checkedClient(request, origin, context.nowMs);
  const { tenant } = await directoryNames(user);
  return {
    clientName: client.name,
    documentHost: documentHost(client.id),
    redirectHost: shownHost(request.redirect_uri),
    tenantName: tenant,
    readOnly,
  };
}

/** Where the browser takes the decision. The query of the redirect URI stays as it was registered (RFC 6749, 3.1.2). */
function responseAddress(
  { redirect_uri, state }: AuthorizationRequest,
  iss: string,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirect_uri);
  setParameters(url, { ...answer, iss, ...(state && { state }) });
  return url.href;
}

/** The decision of the user. Throws SessionRequiredError and what `checkedClient` throws. */
export async function decideAuthorization(
  { client: { origin }, context, ...caller }: Asked,
  { allow, readOnly = false, ...request }: DecideAuthorization,
): Promise<{ redirectTo: string }> {
  const { nowMs } = context;
  const { tenantId, userId, sessionSha256: allowedIn, signIn } = userOf(caller);
  const { client, readOnly: asksToRead } = await checkedClient(request, origin, nowMs);
  if (!allow) return { redirectTo: responseAddress(request, origin, { error: 'access_denied' }) };
  const user = await findUser({ tenantId }, userId);
  if (user === undefined) throw new UnauthenticatedError();
  const code = newId(32);
  const allowed = {
    ...{ tenantId, userId, signIn, allowedIn, clientId: client.id, clientName: client.name },
    redirectUri: request.redirect_uri,
    challenge: request.code_challenge,
    resource: resourceOf(origin),
    readOnly: readOnly || asksToRead,
    ...(client.keysAddress !== undefined && { mustSign: true as const }),
    expiresAtMs: nowMs + oauthLimits.codeSeconds * 1_000,
  };
  await insertCode(code, allowed, user, context);
  if (!isDocumentAddress(client.id)) await keepClient(client.id, nowMs);
  return { redirectTo: responseAddress(request, origin, { code }) };
}
