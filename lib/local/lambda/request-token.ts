/**
 * Adds a token to each AWS call that names the request on whose behalf it is made. The AWS gateway cannot know that: a
 * call may arrive long after it was sent, and a process may handle many requests at once. Containers load this file
 * before their own program (`--import`), the load balancer gives each request a token, and every call made for the
 * request carries it. Workers of Lambda mark whether the calling invocation is still running. Programs need no change.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

export const tokenHeader = 'x-local-request-token';

/** Tokens of a worker: the calling invocation is running, or has ended and left a call behind. */
export const workerTokens = { goesOn: 'goes-on', hasEnded: 'has-ended' } as const;

/** Sends a call without `http.request`; undefined uses `http.request`. */
type Send = (options: RequestOptions, onResponse: unknown) => unknown;
/** The token with further headers. */
type TokenHeaders = Readonly<Record<string, string>>;

/** URL arguments are excluded: AWS clients never pass them. */
const isOptions = (given: unknown): given is RequestOptions =>
  typeof given === 'object' && given !== null && !(given instanceof URL);

/** Adds the headers that `tokenFor` returns, if any, to this process's requests to the AWS gateway. */
export function tagCalls(
  gatewayUrl: string,
  tokenFor: (headers: OutgoingHttpHeaders) => TokenHeaders | undefined,
  send?: Send,
): void {
  const { port } = new URL(gatewayUrl);
  // Set before the request is made: a request with `Expect: 100-continue` has sent its headers by the time a
  // diagnostics channel reports it.
  const { request } = http;
  http.request = ((given: unknown, ...rest: unknown[]) => {
    if (!isOptions(given) || String(given.port) !== port)
      return Reflect.apply(request, http, [given, ...rest]);
    const { headers = {} } = given;
    const added = Array.isArray(headers) ? undefined : tokenFor(headers as OutgoingHttpHeaders);
    const options = added ? { ...given, headers: { ...headers, ...added } } : given;
    return send?.(options, rest[0]) ?? Reflect.apply(request, http, [options, ...rest]);
  }) as typeof http.request;
  syncBuiltinESMExports();
}

/** Starts recording and forwarding tokens of requests in this process. */
export function passTokensOn(awsGatewayUrl: string): void {
  const current = new AsyncLocalStorage<TokenHeaders>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    const token = request.headers[tokenHeader];
    current.enterWith(token === undefined ? {} : { [tokenHeader]: String(token) });
  });
  tagCalls(awsGatewayUrl, () => current.getStore());
}

/** Starts marking the calls of this worker; returns the function that runs an invocation. */
export function notifyOfInvocations(gatewayUrl: string, send: Send) {
  const current = new AsyncLocalStorage<TokenHeaders>();
  tagCalls(gatewayUrl, () => current.getStore(), send);
  return (invocation: () => Promise<void>): Promise<void> => {
    const own: Record<string, string> = { [tokenHeader]: workerTokens.goesOn };
    return current.run(own, invocation).finally(() => {
      own[tokenHeader] = workerTokens.hasEnded;
    });
  };
}
