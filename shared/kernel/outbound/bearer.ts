/** The header that authorizes a call of an external service. Pure. */

import { AuthorizationFailedError } from './service-errors.ts';

/** The characters that Node sends in the value of a header. */
const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a header can contain the text: it cannot contain line breaks, nor characters beyond Latin-1. */
export const isSendable = (text: string): boolean => sendable.test(text);

/**
 * Throws AuthorizationFailedError if no header can contain the value of a credential field: the request would fail
 * before it is sent, as if the service were unreachable.
 */
export function assertSendable(field: string, value: string): void {
  if (!isSendable(value))
    throw new AuthorizationFailedError(`${field} has characters that a header cannot contain.`);
}

/** The header for the secret of a credential field. Throws AuthorizationFailedError. */
export function bearerHeader(field: string, secret: string): { authorization: string } {
  assertSendable(field, secret);
  return { authorization: `Bearer ${secret}` };
}
