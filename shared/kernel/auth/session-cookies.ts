/** The cookies of a browser's session: HttpOnly, so that no script reads them, and sent to this host only. */
import type { HttpEvent } from '../http/types.ts';

/** Holds the session token. */
export const tokenCookie = 'auth_token';
/** Holds the refresh token, which gets a new session token. */
export const refreshCookie = 'session_token';

/** Holds the organization that a browser chose. */
export const organizationCookie = 'svc_selected_org';
/** Value of that cookie, and of `organizationId` in a query, that selects every organization the caller may see. */
export const allOrganizations = '__all__';

/** The value of a cookie of a request; undefined when it has none of that name. */
export function cookieValue(
  { cookies }: { cookies?: readonly string[] | undefined },
  name: string,
): string | undefined {
  return cookies?.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Only the one-machine runtime speaks plain HTTP; API Gateway always has TLS in front. */
export function isPlainHttp({ headers }: Pick<HttpEvent, 'headers'>): boolean {
  return process.env.STAGE === 'local' && headers['x-forwarded-proto'] === 'http';
}

/**
 * A `Set-Cookie` line for a session cookie. `SameSite=Lax` keeps it from requests that other sites start, except
 * following a link; `Secure` from the open network.
 */
export function sessionCookie(
  name: string,
  value: string,
  { maxAgeSeconds, overPlainHttp }: { maxAgeSeconds: number; overPlainHttp: boolean },
): string {
  const secure = overPlainHttp ? '' : '; Secure';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The `Set-Cookie` line that removes a session cookie. */
export function clearCookie(name: string, overPlainHttp: boolean): string {
  return sessionCookie(name, '', { maxAgeSeconds: 0, overPlainHttp });
}
