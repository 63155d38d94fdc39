/**
 * What a function believes about where a request came from. The public host (CloudFront) sends a secret with
 * every request, and headers in which its viewer-request function passes on what the viewer sent or is. Only
 * with the secret are those headers the host's word; without it the request went around the host: 403.
 */

import { OriginForbiddenError } from '../errors/errors.ts';
import { isEqualInConstantTime } from '../secrets/constant-time.ts';
import type { HttpEvent, Middleware } from './types.ts';

export const originHeaders = {
  secret: 'x-origin-secret',
  /** The viewer's `Authorization`: signing for function URLs overwrites the header itself. */
  authorization: 'x-viewer-authorization',
  /** The viewer's IP address: that of the connection is the host's. */
  address: 'x-viewer-address',
  /** The name that the viewer asked for: the inner hosts are asked by their own names. */
  host: 'x-viewer-host',
} as const;

/** Environment variable with the accepted secrets, comma-separated: two while a new one is rolled out. */
export const originSecretsVariable = 'ORIGIN_SECRETS';

/**
 * 403 for what did not come through the public host. What did is from here on as its viewer sent it: the
 * event's `Authorization`, `Host` and source address are the viewer's.
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

/** The IP address of the client, for limits and logs; true once the request has passed `checkOrigin`. */
export function clientAddress({ requestContext }: Pick<HttpEvent, 'requestContext'>): string {
  return requestContext.http.sourceIp;
}
