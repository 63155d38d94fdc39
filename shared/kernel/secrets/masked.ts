/** How callers see stored secrets, and when they must give them again: pure. */

/** Shown in place of a secret that is set; sent back, it keeps the stored one. */
export const maskedSecret = '__masked__';

/**
 * Scheme, host and port that an address leads to; empty for none, and the text itself where it is no URL, so that every
 * change of it counts.
 */
function serverOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.protocol}//${url.host}`;
}

/**
 * Do both addresses lead to the same server? If not, what is sent there must not be a secret that the caller does not
 * know: everybody who may change the address could have it sent to a server of their own.
 */
export function leadsToSameServer(before: string, after: string): boolean {
  return serverOf(before) === serverOf(after);
}
