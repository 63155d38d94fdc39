/**
 * Cancels the rest of a request that timed out. Otherwise Lambda would freeze it with the function, and it would
 * continue, and write, during another caller's request, after its own caller has repeated it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();

/** The response was sent before the work ended. */
class OutOfTimeError extends Error {
  override name = 'OutOfTimeError';
}

/** Runs the work; after `responseSent` is aborted, it makes no further AWS calls. */
export function withRequestDeadline<T>(responseSent: AbortSignal, work: () => Promise<T>): Promise<T> {
  return current.run(responseSent, work);
}

/** Throws OutOfTimeError for work whose response was sent. */
function assertInTime(): void {
  if (current.getStore()?.aborted) throw new OutOfTimeError('The request has been responseSent already.');
}

interface HttpHandler {
  handle(...call: never[]): Promise<unknown>;
}

/** An extension of AWS clients: every attempt of a call checks whether its request is still waiting. */
export const inTime = {
  configure(client: { httpHandler(): HttpHandler }): void {
    const handler = client.httpHandler();
    const handle = handler.handle.bind(handler);
    handler.handle = async (...call) => {
      assertInTime();
      return handle(...call);
    };
  },
};
