/**
 * What is left of a request that was answered because its time was up. Lambda freezes it with the function, and it
 * would go on, and write, in the middle of another caller's request, long after its own caller has asked again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AbortSignal>();

/** The request was answered before its work came to an end. */
class OutOfTimeError extends Error {
  override name = 'OutOfTimeError';
}

/** Runs the work; after `answered` is aborted, it makes no further AWS calls. */
export function withRequestDeadline<T>(answered: AbortSignal, work: () => Promise<T>): Promise<T> {
  return current.run(answered, work);
}

/** Throws OutOfTimeError for work that has been answered for. */
function assertInTime(): void {
  if (current.getStore()?.aborted) throw new OutOfTimeError('The request has been answered already.');
}

interface HttpHandler {
  handle(...call: never[]): Promise<unknown>;
}

/** An extension of AWS clients: every try of a call asks whether its request still waits. */
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
