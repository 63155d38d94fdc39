/**
 * Makes a Lambda handler for a queue of a function that handles a batch at once, for work that is cheaper together.
 * Messages still succeed and fail each for itself, as in `queueWorker`.
 */
import { describeError, log } from '../log.ts';
import { PermanentError, RetryableError } from './errors.ts';
import { type Message, parseMessage } from './message.ts';
import type { Delivery, QueueHandler } from './worker.ts';

/** A message of the batch, and how it came. */
export interface Received<Data> {
  message: Message<Data>;
  delivery: Delivery;
}

/**
 * Handles the messages. Those that it hands to `fail` are treated as `queueWorker` treats what its function throws;
 * when it throws itself, all are.
 */
export type BatchHandler<Data> = (
  batch: readonly Received<Data>[],
  fail: (one: Received<Data>, error: unknown) => void,
) => Promise<void>;

/** The handler of a queue's worker. Malformed messages fail for themselves. */
export function batchWorker<Data>(handle: BatchHandler<Data>): QueueHandler {
  return async ({ Records }) => {
    const startedAtMs = Date.now();
    const failed = new Set<string>();
    const report = (messageId: string, fields: object, error: unknown) => {
      const isGivenUp = error instanceof PermanentError;
      const level = error instanceof RetryableError ? 'warn' : 'error';
      log(level, `message ${isGivenUp ? 'given up' : 'failed'}`, {
        messageId,
        ...fields,
        error: describeError(error),
      });
      if (!isGivenUp) failed.add(messageId);
    };
    const batch: Received<Data>[] = [];
    for (const { messageId, body, attributes } of Records) {
      const receiveCount = Number(attributes.ApproximateReceiveCount);
      try {
        batch.push({ message: parseMessage<Data>(body), delivery: { messageId, receiveCount } });
      } catch (error) {
        report(messageId, { receiveCount }, error);
      }
    }
    const fail = ({ message, delivery }: Received<Data>, error: unknown) => {
      const { id: eventId, type: eventType, tenantId, organizationId } = message;
      report(delivery.messageId, { ...delivery, eventId, eventType, tenantId, organizationId }, error);
    };
    try {
      if (batch.length > 0) await handle(batch, fail);
    } catch (error) {
      for (const one of batch) if (!failed.has(one.delivery.messageId)) fail(one, error);
    }
    const durationMs = Date.now() - startedAtMs;
    log('info', 'batch done', { messages: Records.length, failed: failed.size, durationMs });
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
  };
}
