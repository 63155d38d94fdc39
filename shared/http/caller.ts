import { hashApiKey, isApiKey } from '../identity/api-key.ts';
import { authenticateKey, type CallerItem } from '../identity/caller-store.ts';
import type { Principal } from '../identity/principal.ts';
import { type RateLimits, rateHeaders, rateStatus } from '../identity/rate-window.ts';
import { integerSetting, setting } from '../settings.ts';
import { RateLimitedError, UnauthenticatedError } from './errors.ts';
import type { HttpEvent, Middleware } from './types.ts';

/**
 * The credential of a request: `X-Api-Key`, `Authorization: ApiKey …` or `Authorization: Bearer …`.
 * A caller that sends several is judged by the first of them; undefined when there is none.
 */
export function credentialOf(headers: HttpEvent['headers']): string | undefined {
  const [scheme = '', value] = (headers.authorization ?? '').trim().split(/\s+/, 2);
  const fromAuthorization = /^(apikey|bearer)$/i.test(scheme) ? value : undefined;
  return headers['x-api-key']?.trim() || fromAuthorization;
}

function toPrincipal(caller: CallerItem): Principal {
  const { tenantId, organizationId, organizationIds } = caller;
  return {
    subject: `api_key:${caller.id}`,
    tenantId,
    organizationId,
    organizationIds: organizationIds ?? (organizationId === null ? null : [organizationId]),
    features: caller.features,
    isSuperAdmin: caller.isSuperAdmin,
  };
}

/** 401 and 429: who is calling, and how often. One DynamoDB request, refused or not. */
export function authenticateCaller(): Middleware {
  const limits: RateLimits | null =
    setting('RATE_LIMITS') === 'off'
      ? null
      : {
          perMinute: integerSetting('RATE_LIMIT_PER_MINUTE'),
          perHour: integerSetting('RATE_LIMIT_PER_HOUR'),
        };

  return {
    before: async ({ event, internal }) => {
      const credential = credentialOf(event.headers);
      if (credential === undefined || !isApiKey(credential)) throw new UnauthenticatedError();
      const nowMs = Date.now();
      const authentication = await authenticateKey(hashApiKey(credential), limits, nowMs);
      if (authentication.outcome === 'unknown') throw new UnauthenticatedError();
      const { caller, windows } = authentication;
      if (limits !== null) {
        const refused = authentication.outcome === 'limited' ? 1 : 0;
        const status = rateStatus(
          {
            minute: Number(caller[windows.minute] ?? 0) + refused,
            hour: Number(caller[windows.hour] ?? 0) + refused,
          },
          { perMinute: caller.perMinute ?? limits.perMinute, perHour: caller.perHour ?? limits.perHour },
          windows,
          nowMs,
        );
        internal.rateHeaders = rateHeaders(status);
        if (refused) throw new RateLimitedError(status.resetSeconds, internal.rateHeaders);
      }
      internal.principal = toPrincipal(caller);
    },
  };
}
