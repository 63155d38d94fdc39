/** Display of stored secrets, and when callers must send them again. Pure. */

/** Returned instead of a stored secret; sent back, it keeps the stored one. */
export const maskedSecret = '__masked__';

/**
 * Scheme, host and port of an address; empty for none, and the text itself for an invalid URL, so that every change of
 * it counts.
 */
function serverOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.protocol}//${url.host}`;
}

/**
 * Whether both addresses have the same server. If not, a stored secret must not be sent to the new one: users who may
 * change the address could otherwise send the secret to their own server.
 */
export function leadsToSameServer(before: string, after: string): boolean {
  return serverOf(before) === serverOf(after);
}
