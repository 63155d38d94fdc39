/**
 * Tells with each call of AWS on whose behalf it is made. Neither the AWS gateway nor the owner of a process can see
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

interface Tagging {
  /** Undefined adds no headers. */
  tokenOf(headers: OutgoingHttpHeaders): string | undefined;
  /** Others that go with the token. */
  moreHeaders?(): Readonly<Record<string, string>>;
  /** Sends a call in another way than `http.request`; undefined leaves it to that. */
  send?(options: RequestOptions, onResponse: unknown): unknown;
}

/** Adds the token, and other headers with it, to what this process sends to the AWS gateway. */
export function tagCalls(gatewayUrl: string, { tokenOf, moreHeaders, send }: Tagging): void {
  const { port } = new URL(gatewayUrl);
  // Before it is made: a request that asks whether to go on has sent its headers by the time a channel tells of it.
  const { request } = http;
  const tagged = (options: RequestOptions): RequestOptions => {
    const { headers = {} } = options;
    if (Array.isArray(headers)) return options;
    const token = tokenOf(headers as OutgoingHttpHeaders);
    if (!token) return options;
    return { ...options, headers: { ...headers, ...moreHeaders?.(), [tokenHeader]: token } };
  };
  http.request = ((given: unknown, ...rest: unknown[]) => {
    if (!isOptions(given) || String(given.port) !== port)
      return Reflect.apply(request, http, [given, ...rest]);
    const options = tagged(given);
    return send?.(options, rest[0]) ?? Reflect.apply(request, http, [options, ...rest]);
  }) as typeof http.request;
  syncBuiltinESMExports();
}

/** Not an address, which callers of AWS never give. */
const isOptions = (given: unknown): given is RequestOptions =>
  typeof given === 'object' && given !== null && !(given instanceof URL);

/** Begins to note and pass on tokens of requests in this process. */
export function passTokensOn(awsGatewayUrl: string): void {
  const current = new AsyncLocalStorage<string>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    current.enterWith(String(request.headers[tokenHeader] ?? ''));
  });
  tagCalls(awsGatewayUrl, { tokenOf: () => current.getStore() });
}

/** Begins to tell of calls in this worker; returns what an invocation is run in. */
export function notifyOfInvocations(
  gatewayUrl: string,
  send: Tagging['send'],
): (invocation: () => Promise<void>) => Promise<void> {
  const current = new AsyncLocalStorage<{ token: string }>();
  tagCalls(gatewayUrl, { tokenOf: () => current.getStore()?.token, ...(send && { send }) });
  return (invocation) => {
    const own: { token: string } = { token: workerTokens.goesOn };
    return current.run(own, invocation).finally(() => {
      own.token = workerTokens.hasEnded;
    });
  };
}
