/**
 * Tells with each call of AWS on whose behalf it is made. Neither the front door nor the owner of a process can see
 * that: a call may arrive long after it was sent, and a process may work on many requests at once. A container's tasks
 * load this before their own program (`--import`), the load balancer gives each request a token, and every call that
 * is made because of it carries the token on; workers of Lambda say whether the invocation that calls still goes on.
 * No program knows of it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

export const tokenHeader = 'x-local-request-token';

/** Of a worker: the invocation that calls goes on, or has ended and left something behind that calls. */
export const workerTokens = { goesOn: 'goes-on', hasEnded: 'has-ended' } as const;

/** Adds the token, and other headers with it, to what this process sends to the front door; undefined adds none. */
export function tagCalls(
  frontDoorUrl: string,
  tokenOf: (headers: OutgoingHttpHeaders) => string | undefined,
  moreHeaders: () => Readonly<Record<string, string>> = () => ({}),
): void {
  const { port } = new URL(frontDoorUrl);
  // Before it is made: a request that asks whether to go on has sent its headers by the time a channel tells of it.
  const { request } = http;
  const tagged = (options: RequestOptions): RequestOptions => {
    const { headers = {} } = options;
    if (String(options.port) !== port || Array.isArray(headers)) return options;
    const token = tokenOf(headers as OutgoingHttpHeaders);
    if (!token) return options;
    return { ...options, headers: { ...headers, ...moreHeaders(), [tokenHeader]: token } };
  };
  http.request = ((given: unknown, ...rest: unknown[]) =>
    Reflect.apply(request, http, [isOptions(given) ? tagged(given) : given, ...rest])) as typeof http.request;
  syncBuiltinESMExports();
}

/** Not an address, which nobody who calls AWS gives. */
const isOptions = (given: unknown): given is RequestOptions =>
  typeof given === 'object' && given !== null && !(given instanceof URL);

/** Begins to note and pass on tokens of requests in this process. */
export function passTokensOn(frontDoorUrl: string): void {
  const current = new AsyncLocalStorage<string>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    current.enterWith(String(request.headers[tokenHeader] ?? ''));
  });
  tagCalls(frontDoorUrl, () => current.getStore());
}

/** Begins to tell of calls in this worker; answers what an invocation is run in. */
export function tellOfInvocations(frontDoorUrl: string): (invocation: () => Promise<void>) => Promise<void> {
  const current = new AsyncLocalStorage<{ token: string }>();
  tagCalls(frontDoorUrl, () => current.getStore()?.token);
  return (invocation) => {
    const own: { token: string } = { token: workerTokens.goesOn };
    return current.run(own, invocation).finally(() => {
      own.token = workerTokens.hasEnded;
    });
  };
}
