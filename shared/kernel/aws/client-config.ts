import { inTime } from './request-deadline.ts';

/**
 * How every AWS client here is configured. A call that hangs must fail while the caller still waits: HTTP API
 * gives up after 30 s, so three attempts of at most 3 s each leave time to answer 503 ourselves. After that answer
 * nothing is called any more.
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
 * The same client, which logs none of its calls. Without a logger the SDK still copies the whole input and output of each
 * call for one: 4 % of the CPU of a request.
 */
export function withoutLogging<OneClient extends Client>(client: OneClient): OneClient {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
