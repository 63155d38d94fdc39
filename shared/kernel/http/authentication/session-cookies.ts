/** The cookies of a browser's session: HttpOnly, so that no script reads them, and sent only to this host. */
import type { HttpEvent } from '../types.ts';

/** Contains the session token. */
export const tokenCookie = 'auth_token';
/** Contains the refresh token, which gets a new session token. */
export const refreshCookie = 'session_token';

/** Contains the organization that a browser selected. */
export const organizationCookie = 'svc_selected_org';
/** Value of that cookie, and of `organizationId` in a query, that selects every organization the caller may read. */
export const allOrganizations = '__all__';

/** The value of a request's cookie; undefined without it. */
export function cookieValue(
  { cookies }: { cookies?: readonly string[] | undefined },
  name: string,
): string | undefined {
  return cookies?.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Only the local runtime uses plain HTTP; API Gateway always uses TLS. */
export function isPlainHttp({ headers }: Pick<HttpEvent, 'headers'>): boolean {
  return process.env.STAGE === 'local' && headers['x-forwarded-proto'] === 'http';
}

/**
 * A `Set-Cookie` line for a session cookie. `SameSite=Lax` excludes it from requests that other sites start, except
 * following a link; `Secure` excludes it from plain HTTP.
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
