/**
 * How middy runs an endpoint: its handler gets the request, with all that the steps before it have set. middy's own modes
 * pass on the event of Lambda alone, and accept a mode of one's own.
 */
import type { PluginExecutionMode } from '@middy/core';
import type { EndpointRequest, RequestState } from './types.ts';

/** Handles a request that has passed the chain; `signal` aborts when it is answered because its time is up. */
export type RequestHandler<State extends RequestState> = (
  request: EndpointRequest<State>,
  signal: AbortSignal,
) => Promise<unknown>;

/** The mode `base` with such a handler. */
export function withRequest<State extends RequestState>(
  base: PluginExecutionMode,
  handle: RequestHandler<State>,
): PluginExecutionMode {
  return (...[core, ...steps]: unknown[]) => {
    const { runRequest, ...others } = Object(core);
    const run = (
      request: EndpointRequest<State>,
      before: unknown,
      _handler: unknown,
      ...after: unknown[]
    ) => {
      const handler = (_event: unknown, _context: unknown, { signal }: { signal: AbortSignal }) =>
        handle(request, signal);
      return runRequest(request, before, handler, ...after);
    };
    return Reflect.apply(base, undefined, [{ ...others, runRequest: run }, ...steps]);
  };
}
