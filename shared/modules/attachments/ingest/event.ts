/** Converts a request of Node's HTTP server to an event of API Gateway. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { toIso } from '../../../kernel/base/times.ts';
import type { HttpEvent } from '../../../kernel/http/types.ts';

/** Builds the event of a request with a streamed body. */
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
      .map((pair) => pair.trim())
      .filter((pair) => pair !== ''),
    requestContext: {
      accountId: '',
      apiId: 'ingest',
      domainName: headers.host ?? '',
      domainPrefix: '',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${httpVersion}`,
        // The load balancer's address; a header of CloudFront replaces it later.
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
