/**
 * Decides which origin information to trust. The public host (CloudFront) sends a secret with every request, and its
 * viewer-request function forwards values of the viewer in headers. Only with the secret are those headers trusted; a
 * request without it bypassed the host: 403.
 */

import { isEqualInConstantTime } from '../base/constant-time.ts';
import { OriginForbiddenError } from '../errors/errors.ts';
import type { HttpEvent, Middleware } from './types.ts';

export const originHeaders = {
  secret: 'x-origin-secret',
  /** The viewer's `Authorization`: signing for function URLs overwrites the header itself. */
  authorization: 'x-viewer-authorization',
  /** The viewer's IP address: the connection has the host's. */
  address: 'x-viewer-address',
  /** The host name that the viewer requested: inner hosts have their own names. */
  host: 'x-viewer-host',
} as const;

/** Environment variable with the accepted secrets, comma-separated: two while a new one is rolled out. */
export const originSecretsVariable = 'ORIGIN_SECRETS';

/**
 * 403 for requests that bypassed the public host. All others get the viewer's values from here on: the event's
 * `Authorization`, `Host` and source address.
 */
export function checkOrigin(env: NodeJS.ProcessEnv = process.env): Middleware {
  const secrets = (env[originSecretsVariable] ?? '').split(',').filter((secret) => secret !== '');
  return {
    before: ({ event: { headers, requestContext } }) => {
      const given = headers[originHeaders.secret] ?? '';
      if (!secrets.some((secret) => isEqualInConstantTime(secret, given))) throw new OriginForbiddenError();
      const {
        [originHeaders.authorization]: authorization,
        [originHeaders.address]: address,
        [originHeaders.host]: host,
      } = headers;
      if (authorization === undefined) delete headers.authorization;
      else headers.authorization = authorization;
      if (address !== undefined) requestContext.http.sourceIp = address;
      if (host !== undefined) headers.host = host;
    },
  };
}

/** The IP address of the client, for limits and logs; reliable once the request has passed `checkOrigin`. */
export function clientAddress({ requestContext }: Pick<HttpEvent, 'requestContext'>): string {
  return requestContext.http.sourceIp;
}
