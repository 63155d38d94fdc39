/**
 * Makes a Lambda handler for a queue from a function that handles a whole batch, for work that is cheaper together.
 * Each message still succeeds or fails separately, as in `queueWorker`.
 */

import { forEachParallel } from '../base/parallel.ts';
import { UnavailableError } from '../errors/errors.ts';
import { describeError, log } from '../observability/log.ts';
import { isTemporary } from '../table/errors.ts';
import { PermanentError, RetryableError } from './errors.ts';
import { type FailedMessage, recordLastErrors } from './last-errors.ts';
import { loggedFields, type Message, parseMessage } from './message.ts';
import { dropClosed } from './open-homes.ts';
import { handleInOrder } from './redelivered.ts';
import type { ClosedHomes, Delivery, QueueHandler } from './worker.ts';

/** A message of the batch, with its delivery. */
export interface Received<Data> {
  message: Message<Data>;
  delivery: Delivery;
}

/**
 * Handles the messages. Those passed to `fail` are treated as if a `queueWorker` function threw. When it throws
 * itself, it gets each message again alone, because one of them may be the reason.
 */
export type BatchHandler<Data> = (
  batch: readonly Received<Data>[],
  fail: (one: Received<Data>, error: unknown) => void,
) => Promise<void>;

/** Concurrency when each message is handled alone. */
const parallelMessages = 10;

const isOutage = (error: unknown): boolean => error instanceof UnavailableError || isTemporary(error);

/** The handler of a queue's worker. Malformed messages fail individually. */
export function batchWorker<Data>(
  handle: BatchHandler<Data>,
  { closedHomes = 'handle' }: ClosedHomes = {},
): QueueHandler {
  return async ({ Records }) => {
    const startedAtMs = Date.now();
    const failed = new Map<string, FailedMessage>();
    const bodies = new Map(Records.map(({ messageId, body }) => [messageId, body]));
    const report = ({ messageId, receiveCount }: Delivery, fields: object, error: unknown) => {
      const isDiscarded = error instanceof PermanentError;
      const level = error instanceof RetryableError ? 'warn' : 'error';
      log(level, `message ${isDiscarded ? 'discarded' : 'failed'}`, {
        ...{ messageId, receiveCount, ...fields, error: describeError(error) },
      });
      const body = bodies.get(messageId) ?? '';
      if (!isDiscarded) failed.set(messageId, { messageId, receiveCount, body, error });
    };
    const batch: Received<Data>[] = [];
    for (const { messageId, body, attributes } of Records) {
      const receiveCount = Number(attributes.ApproximateReceiveCount);
      try {
        batch.push({ message: parseMessage<Data>(body), delivery: { messageId, receiveCount } });
      } catch (error) {
        report({ messageId, receiveCount }, {}, error);
      }
    }
    const fail = ({ message, delivery }: Received<Data>, error: unknown) => {
      report(delivery, loggedFields(message), error);
    };
    const tryTogether = async (some: readonly Received<Data>[]): Promise<void> => {
      const reported = new Set<Received<Data>>();
      try {
        await handle(some, (one, error) => {
          reported.add(one);
          fail(one, error);
        });
      } catch (error) {
        const rest = some.filter((one) => !reported.has(one));
        // An outage fails the whole batch; any other error may concern one message.
        if (rest.length < 2 || isOutage(error)) for (const one of rest) fail(one, error);
        else await forEachParallel(rest, parallelMessages, (one) => tryTogether([one]));
      }
    };
    const open = closedHomes === 'drop' ? await dropClosed(batch) : batch;
    await handleInOrder({
      messages: open,
      receiveCountOf: ({ delivery }) => delivery.receiveCount,
      handleFresh: tryTogether,
      handleOne: (one) => tryTogether([one]),
      width: parallelMessages,
    });
    const durationMs = Date.now() - startedAtMs;
    log('info', 'batch done', { messages: Records.length, failed: failed.size, durationMs });
    await recordLastErrors([...failed.values()], Date.now());
    return { batchItemFailures: [...failed.keys()].map((itemIdentifier) => ({ itemIdentifier })) };
  };
}
