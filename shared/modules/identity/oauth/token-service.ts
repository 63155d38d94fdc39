/**
 * Tokens of applications. An authorization is a session of the user (`session-store.ts`), so it has the user's current
 * rights, and ends with the user's sessions. Its refresh tokens are computed from the session's key and a number, so that
 * an earlier one is recognized without a list of them.
 */
import { createHash, createHmac } from 'node:crypto';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
import { recordUse } from '../../../kernel/auth/session-idle.ts';
import {
  type Application,
  findSession,
  prolongSession,
  removeSession,
  type StoredSession,
} from '../../../kernel/auth/session-store.ts';
import {
  claimedSessionId,
  hashSessionId,
  isSignedBy,
  newSessionId,
  newSigningKey,
  signSessionToken,
} from '../../../kernel/auth/session-token.ts';
import { isEqualInConstantTime } from '../../../kernel/base/constant-time.ts';
import { UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { Client } from '../../../kernel/http/types.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { findPolicy } from '../factors/policy.ts';
import { originOf, storeSession } from '../sessions/session-service.ts';
import { findUser, mayLogIn } from '../users/user-store.ts';
import type { Visitor } from '../visitor.ts';
import { isDocumentAddress } from './client-id.ts';
import { InvalidGrantError, InvalidRequestError, InvalidScopeError, unknownClient } from './errors.ts';
import { oauthLimits, oauthPolicies } from './limits.ts';
import { type RevokeToken, type TokenRequest, tokenPath } from './oauth-contract.ts';
import { shownHost } from './redirect-uri.ts';
import { findClient, type OAuthCode, stillAllowed, takeCode, usedOnce } from './store.ts';
import { asksOnlyToRead, assertResource, scopeOf } from './token-scope.ts';

type TokenClient = Pick<Client, 'ip' | 'userAgent' | 'origin'>;
type ApplicationSession = StoredSession & { application: Application; tenantId: string };

const proofOf = (signingKey: string, generation: number): string =>
  createHmac('sha256', Buffer.from(signingKey, 'base64url'))
    .update(`refresh ${generation}`)
    .digest('base64url');

/** The session that a refresh token belongs to, with the token's number; undefined if there is none. */
async function sessionOfRefreshToken(token: string, nowMs: number) {
  const [sid = '', number = '', proof = ''] = token.split('.');
  const sessionSha256 = hashSessionId(sid);
  const session = await findSession(sessionSha256, nowMs);
  if (session === undefined || !('userId' in session) || !session.application || session.tenantId === null)
    return undefined;
  const generation = Number(number);
  const { application, tenantId } = session;
  if (!isEqualInConstantTime(proof, proofOf(session.signingKey, generation))) return undefined;
  const owned: ApplicationSession = { ...session, application, tenantId };
  return { session: owned, sid, sessionSha256, generation };
}

/** `readsOnly`: the application asks for less than the user has allowed. */
function tokensOf(
  session: Omit<ApplicationSession, 'revision'>,
  sid: string,
  nowMs: number,
  readsOnly = session.application.readOnly,
) {
  const { userId, email, tenantId, organizationId, signingKey, application } = session;
  const untilMs = Math.min(nowMs + oauthLimits.accessTokenSeconds * 1_000, session.expiresAtMs);
  const home = { userId, sid, tenantId, orgId: organizationId, email };
  const claims = { ...home, ...(readsOnly && { readOnly: true as const }) };
  const { generation } = application;
  return {
    access_token: signSessionToken(claims, signingKey, nowMs, untilMs),
    token_type: 'Bearer' as const,
    expires_in: Math.floor((untilMs - nowMs) / 1_000),
    refresh_token: `${sid}.${generation}.${proofOf(signingKey, generation)}`,
    scope: scopeOf(readsOnly),
  };
}

/** Throws InvalidClientError, UnavailableError unless the application proves itself, if its document requires that. */
async function assertProved(
  { mustSign }: Pick<OAuthCode, 'mustSign'>,
  { client_id: clientId, client_assertion: assertion }: TokenRequest,
  { origin }: TokenClient,
  nowMs: number,
): Promise<void> {
  if (!mustSign) return;
  const { assertSigned } = await import('./client-assertion.ts');
  await assertSigned(clientId, assertion, { audiences: [origin, `${origin}${tokenPath}`], nowMs });
}

/** Starts the session of an application. Throws InvalidGrantError if the user may not sign in any more. */
function startApplicationSession(
  code: OAuthCode,
  sid: string,
  conditions: readonly Write[],
  client: TokenClient,
  nowMs: number,
) {
  const { tenantId, userId, clientId, clientName, redirectUri, resource, readOnly, mustSign, signIn } = code;
  return retryWhenStale(async () => {
    const user = await findUser({ tenantId }, userId);
    if (user === undefined || !mayLogIn(user)) throw new InvalidGrantError();
    const application = {
      clientId,
      name: clientName,
      redirectHost: shownHost(redirectUri),
      resource,
      readOnly,
      mustSign,
    };
    const session = await storeSession(
      user,
      sid,
      await findPolicy(user),
      {
        ...{ ...originOf(client), ...signIn, signingKey: newSigningKey(), refreshSha256: null },
        ...{ createdAtMs: nowMs, expiresAtMs: nowMs + oauthLimits.idleSeconds * 1_000 },
        application: { ...application, generation: 1 },
      },
      conditions,
    ).catch((error: unknown) => {
      throw error instanceof UnauthenticatedError ? new InvalidGrantError() : error;
    });
    return tokensOf(session, sid, nowMs);
  });
}

/** Redeems a code. A second use ends the session of the first. Throws InvalidGrantError, InvalidTargetError and what `assertProved` throws. */
async function redeemCode(request: TokenRequest, client: TokenClient, nowMs: number) {
  const { code: given, code_verifier: verifier, redirect_uri: redirectUri, client_id: clientId } = request;
  if (given === undefined) throw new InvalidRequestError({ code: 'is required' });
  if (verifier === undefined) throw new InvalidRequestError({ code_verifier: 'is required' });
  const sid = newSessionId();
  const taken = await takeCode(given, hashSessionId(sid), nowMs);
  if (taken.outcome === 'used') await removeSession(taken.code, taken.code.userId, taken.sessionSha256);
  if (taken.outcome !== 'taken') throw new InvalidGrantError();
  const { code } = taken;
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  // OAuth 2.1 has no such parameter, and compares it if it is sent: the verifier replaces it.
  const isOwn = code.clientId === clientId && [undefined, code.redirectUri].includes(redirectUri);
  if (!isOwn || !isEqualInConstantTime(challenge, code.challenge)) throw new InvalidGrantError();
  await assertProved(code, request, client, nowMs);
  assertResource(request.resource, code.resource);
  return startApplicationSession(code, sid, [usedOnce(given), stillAllowed(code, nowMs)], client, nowMs);
}

/**
 * Replaces a refresh token. Requests with the same token at the same time get the same next one. Throws InvalidGrantError,
 * InvalidScopeError, InvalidTargetError and what `assertProved` throws.
 */
async function refresh(request: TokenRequest, client: TokenClient, nowMs: number) {
  const { refresh_token: token, client_id: clientId, scope, resource } = request;
  if (token === undefined) throw new InvalidRequestError({ refresh_token: 'is required' });
  let wasCurrent = false;
  return retryWhenStale(async () => {
    const found = await sessionOfRefreshToken(token, nowMs);
    if (found === undefined || found.session.application.clientId !== clientId) throw new InvalidGrantError();
    const { session, sid, sessionSha256, generation } = found;
    const { application, tenantId, createdAtMs } = session;
    if (!wasCurrent) await assertProved(application, request, client, nowMs);
    if (!(await recordUse(session, sessionSha256, nowMs))) throw new InvalidGrantError();
    const isReplacedMeanwhile = wasCurrent && generation + 1 === application.generation;
    if (generation !== application.generation && !isReplacedMeanwhile) {
      // The application or a thief has used it before: neither keeps its tokens.
      await removeSession({ tenantId }, session.userId, sessionSha256);
      throw new InvalidGrantError();
    }
    assertResource(resource, application.resource);
    const readsOnly = scope === undefined ? application.readOnly : asksOnlyToRead(scope);
    if (application.readOnly && !readsOnly) throw new InvalidScopeError();
    if (isReplacedMeanwhile) return tokensOf(session, sid, nowMs, readsOnly);
    wasCurrent = true;
    const next = { ...session, application: { ...application, generation: generation + 1 } };
    const { endsAtMs = createdAtMs + oauthLimits.maxSeconds * 1_000 } = session;
    const expiresAtMs = Math.min(nowMs + oauthLimits.idleSeconds * 1_000, endsAtMs);
    await prolongSession(next, sessionSha256, { tenantId }, expiresAtMs);
    return tokensOf({ ...next, expiresAtMs }, sid, nowMs, readsOnly);
  });
}

/** Throws InvalidClientError for an unknown application, which registers itself again only after this error. */
async function assertKnown(id: string, nowMs: number): Promise<void> {
  if (!isDocumentAddress(id) && (await findClient(id, nowMs)) === undefined) throw unknownClient();
}

/** Tokens for a code or a refresh token. Throws errors of OAuth, RateLimitedError. */
export async function issueToken(
  { client, context: { nowMs } }: Visitor<TokenClient>,
  request: TokenRequest,
) {
  await countAgainst(oauthPolicies.token, addressKey(client.ip), nowMs);
  const issued =
    request.grant_type === 'refresh_token'
      ? refresh(request, client, nowMs)
      : redeemCode(request, client, nowMs);
  return issued.catch(async (error: unknown) => {
    if (error instanceof InvalidGrantError) await assertKnown(request.client_id, nowMs);
    throw error;
  });
}

/** The session of an access token, which may have expired. */
async function sessionOfAccessToken(token: string, nowMs: number) {
  const sid = claimedSessionId(token);
  const sessionSha256 = hashSessionId(sid ?? '');
  const session = sid === undefined ? undefined : await findSession(sessionSha256, nowMs);
  if (session === undefined || !('userId' in session) || !session.application) return undefined;
  return isSignedBy(token, session.signingKey) ? { session, sessionSha256 } : undefined;
}

/** Ends the authorization of a token; ignores other tokens. Throws RateLimitedError. */
export async function revokeToken(
  { client, context: { nowMs } }: Visitor<Pick<Client, 'ip'>>,
  { token, client_id: clientId }: RevokeToken,
): Promise<undefined> {
  await countAgainst(oauthPolicies.token, addressKey(client.ip), nowMs);
  const found = (await sessionOfRefreshToken(token, nowMs)) ?? (await sessionOfAccessToken(token, nowMs));
  if (found === undefined) return;
  const { tenantId, userId, application } = found.session;
  if (tenantId === null || (clientId !== undefined && clientId !== application?.clientId)) return;
  await removeSession({ tenantId }, userId, found.sessionSha256);
}
