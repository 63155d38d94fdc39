import { inTime } from './request-deadline.ts';

/**
 * Configuration of all AWS clients. A hanging call must fail while the caller still waits: HTTP API times out after 30
 * s, so three attempts of at most 3 s each leave time for a 503 of our own. After that response no further calls are
 * made.
 */
export const clientConfig = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  extensions: [inTime],
};

interface Client {
  middlewareStack: { remove(name: string): boolean };
}

/**
 * The same client without logging. Even without a logger, the SDK copies the whole input and output of each call for
 * one: 4 % of the CPU of a request.
 */
export function withoutLogging<OneClient extends Client>(client: OneClient): OneClient {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
