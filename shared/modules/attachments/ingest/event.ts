/** A request that Node received, in the form in which API Gateway hands requests to functions. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpEvent } from '../../../kernel/http/types.ts';
import { toIso } from '../../../kernel/text/times.ts';

/** The event of a request whose body is read while it comes in. */
export function eventOf(request: IncomingMessage, body: AsyncIterable<Uint8Array>): HttpEvent {
  const { method = 'POST', url = '/', headers, httpVersion } = request;
  const [rawPath = '/', rawQueryString = ''] = url.split(/\?(.*)/s);
  const { cookie, ...others } = headers;
  const names = Object.entries(others).map(([name, value]) => [name, [value].flat().join(',')]);
  const timeEpoch = Date.now();
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath}`,
    rawPath,
    rawQueryString,
    headers: Object.fromEntries(names),
    cookies: (cookie ?? '')
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    requestContext: {
      accountId: '',
      apiId: 'ingest',
      domainName: headers.host ?? '',
      domainPrefix: '',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${httpVersion}`,
        // The load balancer's, until the public host's word replaces it.
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: `${method} ${rawPath}`,
      stage: '$default',
      time: toIso(timeEpoch),
      timeEpoch,
    },
    pathParameters: {},
    body,
    isBase64Encoded: false,
  };
}
