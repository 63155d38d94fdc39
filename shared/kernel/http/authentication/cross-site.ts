/**
 * Protection against requests that another site makes a browser send with the cookies of this one (CSRF). Forms need
 * no token, because browsers name the origin of a request in headers that no page can forge. The reasoning is that of
 * Go's net/http CrossOriginProtection, https://pkg.go.dev/net/http#CrossOriginProtection:
 *
 * - `Sec-Fetch-Site` (all browsers since 2023): `same-origin` and `none` (typed, bookmarked) pass. `same-site` does
 *   not: a neighbouring subdomain may belong to someone else.
 * - Older browsers send `Origin` with everything but GET and HEAD: its host must be the requested host. The
 *   scheme cannot be compared, because the request does not contain the scheme of this host. A page on this host
 *   served over plain HTTP could attack such a browser; HSTS prevents that.
 * - Neither header: no browser, or one from before 2020. Programs do not send cookies without their users'
 *   knowledge, so these requests pass.
 * - Origins in `CORS_ALLOWED_ORIGINS` are trusted to send requests: they may also read the responses.
 */

import { parseOrigins } from '../../base/origins.ts';
import { CrossSiteError } from '../../errors/errors.ts';
import { setting } from '../../settings/settings.ts';
import type { EndpointSpec } from '../endpoint-spec.ts';
import type { HttpEvent, Middleware } from '../types.ts';

/** Whether the request comes from a page of another site that is not allowed. */
export function isCrossSite(
  { headers }: Pick<HttpEvent, 'headers'>,
  allowedOrigins: readonly string[],
): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site === 'same-origin' || site === 'none') return false;
  if (origin && allowedOrigins.includes(origin)) return false;
  if (site) return true;
  return Boolean(origin) && URL.parse(String(origin))?.host !== host;
}

/**
 * Whether a cross-site request to this endpoint can do harm. Reading endpoints change nothing, and CORS hides their
 * responses.
 */
export function canBeCrossSite({ method, auth, sameOrigin }: EndpointSpec): boolean {
  return method !== 'GET' && (auth !== 'none' || sameOrigin === true);
}

/** 403 for cross-site requests, where a cookie is the only credential or the endpoint requires the check. */
export function refuseCrossSite(spec: EndpointSpec): Middleware {
  const allowedOrigins = parseOrigins(setting('CORS_ALLOWED_ORIGINS'));
  return {
    before: ({ event, internal }) => {
      const reliesOnCookie = spec.sameOrigin || internal.credential?.fromCookie;
      if (reliesOnCookie && isCrossSite(event, allowedOrigins)) throw new CrossSiteError();
    },
  };
}
