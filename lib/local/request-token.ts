/**
 * Tells for which request a process with many at once makes a call of AWS. Loaded into such a process before its own
 * program (`--import`): the load balancer gives each request a token, and every call that is made because of it carries
 * the token on. The front door meters by it; no program knows of it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

export const tokenHeader = 'x-local-request-token';

/** Begins to note and pass on tokens in this process. */
export function passTokensOn(): void {
  const current = new AsyncLocalStorage<string>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    current.enterWith(String(request.headers[tokenHeader] ?? ''));
  });
  // Before it is made: a request that asks whether to go on has sent its headers by the time a channel tells of it.
  const { request } = http;
  const withToken = (options: RequestOptions): RequestOptions => {
    const token = current.getStore();
    const { headers } = options;
    if (!token || Array.isArray(headers)) return options;
    return { ...options, headers: { ...headers, [tokenHeader]: token } };
  };
  http.request = ((options: RequestOptions, answered?: (response: IncomingMessage) => void) =>
    request(withToken(options), answered)) as typeof http.request;
  syncBuiltinESMExports();
}
