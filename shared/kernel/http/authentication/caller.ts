import { hashApiKey, isApiKey } from '../../auth/api-key.ts';
import { authenticateKey, type CallerItem } from '../../auth/caller-store.ts';
import { countAgainst } from '../../auth/rate-limit.ts';
import { type RateClass, type RateLimits, rateHeaders, rateStatus } from '../../auth/rate-window.ts';
import type { CallerRights } from '../../auth/rights.ts';
import { recordUse } from '../../auth/session-idle.ts';
import { findSession } from '../../auth/session-store.ts';
import {
  claimedEmail,
  claimedSessionId,
  claimsReadOnly,
  hashSessionId,
  isValidToken,
} from '../../auth/session-token.ts';
import { isInRanges } from '../../base/address-ranges.ts';
import type { Principal } from '../../base/principal.ts';
import { AddressForbiddenError, RateLimitedError, UnauthenticatedError } from '../../errors/errors.ts';
import { integerSetting, setting } from '../../settings/settings.ts';
import type { EndpointSpec } from '../endpoint-spec.ts';
import { clientAddress } from '../origin.ts';
import type { Credential, HttpEvent, Middleware, RequestState } from '../types.ts';
import { clearCookie, cookieValue, isPlainHttp, tokenCookie } from './session-cookies.ts';

/**
 * The credential of a request: `X-Api-Key`, `Authorization: ApiKey …`, `Authorization: Bearer …` or the session
 * cookie, in this order. The first one counts; undefined without any.
 */
export function credentialOf(event: Pick<HttpEvent, 'headers' | 'cookies'>): Credential | undefined {
  const authorization = (event.headers.authorization ?? '').trim();
  const [scheme = ''] = authorization.split(/\s/, 1);
  const token = authorization.slice(scheme.length).trim();
  const fromAuthorization = /^(apikey|bearer)$/i.test(scheme) ? token : undefined;
  const fromHeader = event.headers['x-api-key']?.trim() || fromAuthorization;
  if (fromHeader) return { value: fromHeader, fromCookie: false };
  const fromCookie = cookieValue(event, tokenCookie);
  return fromCookie ? { value: fromCookie, fromCookie: true } : undefined;
}

function toPrincipal(subject: string, name: string | undefined, rights: CallerRights): Principal {
  const { tenantId, organizationId, organizations, features, isSuperAdmin } = rights;
  const named = name !== undefined && { name };
  return {
    subject,
    ...named,
    tenantId,
    organizationId,
    organizationIds: organizations,
    features,
    isSuperAdmin,
  };
}

/** Throws AddressForbiddenError when the key may not be used from the address. */
export function assertAllowedAddress({ allowedAddresses }: CallerItem, ip: string): void {
  if (allowedAddresses !== undefined && !isInRanges(ip, allowedAddresses)) throw new AddressForbiddenError();
}

const keyPrincipal = (caller: CallerItem): Principal => ({
  ...toPrincipal(`api_key:${caller.id}`, caller.name, caller),
  ...(caller.readOnly && { readOnly: true }),
});

/**
 * Counts a request of a user, over all of the user's sessions, and sets the headers of the limit. Throws
 * RateLimitedError. One DynamoDB request.
 */
async function countForUser(
  tenantId: string | null,
  userId: string,
  rateClass: RateClass,
  nowMs: number,
  state: Pick<RequestState, 'rateHeaders'>,
): Promise<void> {
  const isEvaluation = rateClass === 'evaluations';
  const limit = integerSetting(
    isEvaluation ? 'RATE_LIMIT_EVALUATIONS_PER_MINUTE' : 'RATE_LIMIT_USER_PER_MINUTE',
  );
  const policy = { name: `user-${rateClass}`, limit, windowSeconds: 60 };
  const status = await countAgainst(policy, `${tenantId} ${userId}`, nowMs);
  if (status !== undefined) state.rateHeaders = rateHeaders(status);
}

/**
 * Authenticates a session token, and counts the request for its user, or for the key that was exchanged for the session,
 * which has the current rights of the key. Tokens of applications are for one host. Two DynamoDB requests, and one more if
 * the tenant ends idle sessions.
 */
async function authenticateSession(
  token: string,
  { ip, host }: { ip: string; host: string | undefined },
  limits: RateLimits | null,
  nowMs: number,
  state: RequestState,
  rateClass: RateClass,
): Promise<Principal> {
  const sid = claimedSessionId(token);
  if (sid === undefined) throw new UnauthenticatedError();
  const sessionSha256 = hashSessionId(sid);
  const session = await findSession(sessionSha256, nowMs);
  if (session === undefined || !isValidToken(token, session.signingKey, nowMs)) {
    throw new UnauthenticatedError();
  }
  const { expiresAtMs } = session;
  if ('userId' in session) {
    const { userId, tenantId, method = 'password', factors = [method], factorAtMs } = session;
    const { userAgent, mustEnrol, application } = session;
    if (application !== undefined && URL.parse(application.resource)?.host !== host)
      throw new UnauthenticatedError();
    if (!(await recordUse(session, sessionSha256, nowMs))) throw new UnauthenticatedError();
    if (rateClass !== 'none') await countForUser(tenantId, userId, rateClass, nowMs, state);
    const signIn = { method, factors, factorAtMs };
    const clientId = application?.clientId;
    state.session = { userId, sessionSha256, expiresAtMs, userAgent, mustEnrol, ...signIn, clientId };
    const principal = toPrincipal(`user:${userId}`, claimedEmail(token), session);
    return application?.readOnly || claimsReadOnly(token) ? { ...principal, readOnly: true } : principal;
  }
  const caller = await authenticateSecret(session.secretSha256, ip, limits, nowMs, state, rateClass);
  const method = session.workload === undefined ? 'key' : 'workload';
  state.session = { userId: null, sessionSha256, expiresAtMs, method, factors: [method] };
  return keyPrincipal(caller);
}

/**
 * Authenticates the key with this hash of its secret and counts the request against its rate limits, with one DynamoDB
 * request. Throws UnauthenticatedError, RateLimitedError, AddressForbiddenError.
 */
export async function authenticateSecret(
  secretSha256: string,
  ip: string,
  limits: RateLimits | null,
  nowMs: number,
  state: Pick<RequestState, 'rateHeaders'>,
  rateClass: RateClass,
): Promise<CallerItem> {
  const authentication = await authenticateKey(secretSha256, limits, nowMs, rateClass);
  if (authentication.outcome === 'unknown') throw new UnauthenticatedError();
  const { caller, windows } = authentication;
  if (limits !== null) {
    const isEvaluation = rateClass === 'evaluations';
    const own = isEvaluation ? undefined : caller;
    const refused = authentication.outcome === 'limited' ? 1 : 0;
    const status = rateStatus(
      {
        minute: Number(caller[windows.minute] ?? 0) + refused,
        hour: isEvaluation ? 0 : Number(caller[windows.hour] ?? 0) + refused,
      },
      { perMinute: own?.perMinute ?? limits.perMinute, perHour: own?.perHour ?? limits.perHour },
      windows,
      nowMs,
    );
    state.rateHeaders = rateHeaders(status);
    if (refused) throw new RateLimitedError(status.resetSeconds, state.rateHeaders);
  }
  // After the limits, so that attempts from other addresses are counted as well.
  assertAllowedAddress(caller, ip);
  return caller;
}

/** Authenticates an API key. See `authenticateSecret`. */
export async function authenticateApiKey(
  key: string,
  ip: string,
  limits: RateLimits | null,
  nowMs: number,
  state: Pick<RequestState, 'rateHeaders' | 'apiKey'>,
  rateClass: RateClass = 'requests',
): Promise<CallerItem> {
  const secretSha256 = hashApiKey(key);
  const caller = await authenticateSecret(secretSha256, ip, limits, nowMs, state, rateClass);
  state.apiKey = { id: caller.id, tenantId: caller.tenantId, secretSha256 };
  return caller;
}

const minutesPerHour = 60;

/** Default rate limit of keys for this class of requests; null for no limit. */
export function keyRateLimits(rateClass: RateClass = 'requests'): RateLimits | null {
  if (rateClass === 'none' || setting('RATE_LIMITS') === 'off') return null;
  if (rateClass === 'evaluations') {
    const perMinute = integerSetting('RATE_LIMIT_EVALUATIONS_PER_MINUTE');
    return { perMinute, perHour: minutesPerHour * perMinute };
  }
  return {
    perMinute: integerSetting('RATE_LIMIT_PER_MINUTE'),
    perHour: integerSetting('RATE_LIMIT_PER_HOUR'),
  };
}

/** 401 and 429: identifies the caller and counts the request. */
export function authenticateCaller({ rateClass = 'requests' }: Pick<EndpointSpec, 'rateClass'>): Middleware {
  const limits = keyRateLimits(rateClass);

  return {
    before: async ({ event, internal }) => {
      const credential = credentialOf(event);
      if (credential === undefined) throw new UnauthenticatedError();
      const nowMs = Date.now();
      const ip = clientAddress(event);
      internal.credential = credential;
      internal.principal = isApiKey(credential.value)
        ? keyPrincipal(await authenticateApiKey(credential.value, ip, limits, nowMs, internal, rateClass))
        : await authenticateSession(
            credential.value,
            { ip, host: event.headers.host },
            limits,
            nowMs,
            internal,
            rateClass,
          ).catch((error: unknown) => {
            if (!credential.fromCookie || !(error instanceof UnauthenticatedError)) throw error;
            // Otherwise a browser would send the invalid token with every request until it expires.
            throw new UnauthenticatedError([clearCookie(tokenCookie, isPlainHttp(event))]);
          });
    },
  };
}
