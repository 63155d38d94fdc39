/** Requests to the engine behind DynamoDB, over connections that are kept. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { AwsError } from '../gateway/aws-service.ts';

export interface EngineAnswer {
  status: number;
  requestId: string | undefined;
  body: Buffer;
}

export interface Engine {
  /** Sends a body under the headers of a caller. Throws `AwsError` (500) when the engine does not answer. */
  send(from: IncomingHttpHeaders, body: string): Promise<EngineAnswer>;
  stop(): void;
}

/** SQLite writes one after the other: more connections would wait in the engine instead. */
const maxConnections = 32;
const passedHeaders = ['x-amz-target', 'authorization', 'x-amz-date'] as const;

/** Opens no connection yet. */
export function createEngine(endpoint: string): Engine {
  const { origin, pathname: path } = new URL(endpoint);
  const agent = new Agent({ connections: maxConnections, pipelining: 1 });
  return {
    send(from, body) {
      const headers: Record<string, string> = { 'content-type': 'application/x-amz-json-1.0' };
      for (const name of passedHeaders) headers[name] = String(from[name] ?? '');
      return new Promise((resolve, reject) => {
        agent.dispatch({ origin, path, method: 'POST', headers, body }, collect(resolve, reject));
      });
    },
    stop: () => void agent.destroy(),
  };
}

function collect(
  resolve: (answer: EngineAnswer) => void,
  reject: (error: AwsError) => void,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let status = 500;
  let requestId: string | undefined;
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      requestId = String(headers['x-amzn-requestid'] ?? '') || undefined;
    },
    onResponseData: (_controller, chunk) => void chunks.push(chunk),
    // Copied in any case: a chunk is part of a larger buffer of the connection, which a message would carry whole.
    onResponseEnd: () => resolve({ status, requestId, body: Buffer.concat(chunks) }),
    onResponseError: (_controller, { message }) =>
      reject(new AwsError('InternalServerError', `the local DynamoDB did not answer: ${message}`, 500)),
  };
}
