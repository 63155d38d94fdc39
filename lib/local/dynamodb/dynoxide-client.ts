/** Sends requests to dynoxide over persistent connections. */
import type { IncomingHttpHeaders } from 'node:http';
import Agent from 'undici/lib/dispatcher/agent.js';
import { AwsError } from '../gateway/aws-service.ts';

export interface DynoxideResponse {
  status: number;
  requestId: string | undefined;
  body: string;
}

/** SQLite writes one request after the other: with more connections, requests would only wait in dynoxide. */
const maxConnections = 32;
const passedHeaders = ['x-amz-target', 'authorization', 'x-amz-date'] as const;

/** Opens connections on demand. */
export function createDynoxideClient(endpoint: string) {
  const { origin, pathname: path } = new URL(endpoint);
  const agent = new Agent({ connections: maxConnections, pipelining: 1 });
  return {
    /** Sends a body with the headers of a caller. Throws `AwsError` (500) when dynoxide does not respond. */
    send(from: IncomingHttpHeaders, body: string): Promise<DynoxideResponse> {
      const headers: Record<string, string> = { 'content-type': 'application/x-amz-json-1.0' };
      for (const name of passedHeaders) headers[name] = String(from[name] ?? '');
      const { promise, resolve, reject } = Promise.withResolvers<DynoxideResponse>();
      const chunks: Buffer[] = [];
      let status = 500;
      let requestId: string | undefined;
      agent.dispatch(
        { origin, path, method: 'POST', headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, statusCode, received) {
            status = statusCode;
            requestId = String(received['x-amzn-requestid'] ?? '') || undefined;
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve({ status, requestId, body: Buffer.concat(chunks).toString() }),
          onResponseError: (_controller, { message }) =>
            reject(
              new AwsError('InternalServerError', `the local DynamoDB did not respond: ${message}`, 500),
            ),
        },
      );
      return promise;
    },
    stop: () => void agent.destroy(),
  };
}
