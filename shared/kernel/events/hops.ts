/**
 * Ends loops of messages. A delivery carries how often its chain has left this deployment, in `x-platform-hops`; what enters
 * with the header gives one more to the events and deliveries that it causes. The second return is refused.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { LoopDetectedError } from '../errors/errors.ts';

export const hopsHeader = 'x-platform-hops';
/** Header with the id of the message, which the signature of the hops covers. */
const messageIdHeader = 'webhook-id';

/** Returns of a chain after which the next one is refused. */
const maxReturns = 1;

const current = new AsyncLocalStorage<number>();

/** Runs work that a message with this number of hops causes; undefined for work that no message of ours caused. */
export function withHops<T>(hops: number | undefined, work: () => T): T {
  return hops === undefined ? work() : current.run(hops, work);
}

/** The hops of events and deliveries that the current work creates; undefined without a message of ours. */
export const currentHops = (): number | undefined => current.getStore();

/** The hops that a delivery carries: 1 for a message of which no other one is the cause. */
export const carriedHops = (hops: number | undefined): number => hops ?? 1;

/** The hops of what a request with these hops causes. Throws LoopDetectedError on the second return of a message. */
export function enter(hops: number): number {
  if (hops > maxReturns) throw new LoopDetectedError();
  return hops + 1;
}

export interface HopsClaim {
  messageId: string;
  hops: number;
  signature: string;
}

/** The hops that a request claims to have; undefined without a valid header. */
export function claimedHops(headers: Readonly<Record<string, string | undefined>>): HopsClaim | undefined {
  const [, hops, signature = ''] = /^([1-9]\d{0,3})\.([\w-]{43})$/.exec(headers[hopsHeader] ?? '') ?? [];
  const messageId = headers[messageIdHeader];
  return hops === undefined || messageId === undefined
    ? undefined
    : { messageId, hops: Number(hops), signature };
}
