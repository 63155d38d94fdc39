/**
 * Tells for which request a process with many at once makes a call of AWS. Loaded into such a process before its own
 * program (`--import`): the load balancer gives each request a token, and every call that is made because of it carries
 * the token on. The front door meters by it; no program knows of it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

export const tokenHeader = 'x-local-request-token';

/** Begins to note and pass on tokens in this process. */
export function passTokensOn(): void {
  const current = new AsyncLocalStorage<string>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    current.enterWith(String(request.headers[tokenHeader] ?? ''));
  });
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    const token = current.getStore();
    if (token) request.setHeader(tokenHeader, token);
  });
}
