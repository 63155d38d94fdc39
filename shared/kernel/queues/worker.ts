/**
 * Makes a Lambda handler for a queue from a function that handles one message. Each message succeeds or fails
 * separately: the queue redelivers only failed ones.
 */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { forEachParallel } from '../base/parallel.ts';
import { UnavailableError } from '../errors/errors.ts';
import { causeOf, withCause } from '../events/cause.ts';
import { withHops } from '../events/hops.ts';
import { describeError, log, traceId } from '../observability/log.ts';
import { PermanentError, RetryableError } from './errors.ts';
import { envelopeOf, type FailedMessage, recordLastErrors } from './last-errors.ts';
import { loggedFields, type Message, parseMessage } from './message.ts';
import { dropClosed } from './open-homes.ts';
import { handleInOrder } from './redelivered.ts';

export interface Delivery {
  /** 1 for the first delivery; a later one may repeat work of an earlier one. */
  receiveCount: number;
  /** Id that the queue gave to the message. */
  messageId: string;
}

export type MessageHandler<Data> = (message: Message<Data>, delivery: Delivery) => Promise<void>;

/** How messages of closed or deleted tenants and organizations are handled. */
export interface ClosedHomes {
  /**
   * The platform's own workers drop them, except those that must end requested work and check by themselves. Dropping
   * reads the table, which the worker's trigger allows by `dropsClosedHomes`; it is not the default, so that a team's
   * own consumers need no table.
   */
  closedHomes?: 'drop' | 'handle';
}

export interface WorkerOptions<Data> extends ClosedHomes {
  /** Concurrent messages of a batch. Default 10. */
  parallelMessages?: number;
  /** Parses messages that are not in the platform's envelope. Throws MalformedMessageError. */
  read?: (body: string) => Message<Data>;
}

export type QueueHandler = (event: SQSEvent) => Promise<SQSBatchResponse>;

type Result = 'done' | 'discarded' | 'failed';

const receiveCountOf = ({ attributes }: SQSRecord): number => Number(attributes.ApproximateReceiveCount);

/** Handles a message. Returns its failure if it must be redelivered. */
async function handleRecord<Data>(
  record: SQSRecord,
  handle: MessageHandler<Data>,
  read: (body: string) => Message<Data>,
): Promise<FailedMessage | undefined> {
  const startedAtMs = Date.now();
  const receiveCount = receiveCountOf(record);
  const delivery = { receiveCount, messageId: record.messageId };
  const fields: Record<string, unknown> = { ...delivery, traceId: traceId() };
  const report = (result: Result, error?: unknown): void => {
    const passing = error instanceof RetryableError || error instanceof UnavailableError;
    const level = result === 'done' ? 'info' : passing ? 'warn' : 'error';
    log(level, `message ${result}`, {
      ...fields,
      durationMs: Date.now() - startedAtMs,
      ...(error !== undefined && { error: describeError(error) }),
    });
  };
  try {
    const message = read(record.body);
    Object.assign(fields, loggedFields(message));
    await withHops(message.hops, () => withCause(causeOf(message), () => handle(message, delivery)));
    report('done');
    return undefined;
  } catch (error) {
    const isDiscarded = error instanceof PermanentError;
    report(isDiscarded ? 'discarded' : 'failed', error);
    return isDiscarded ? undefined : { ...delivery, body: record.body, error };
  }
}

/** The records without those of closed tenants and organizations, which are logged. */
async function withoutClosed(records: readonly SQSRecord[]): Promise<SQSRecord[]> {
  const parsed = records.flatMap((record) => {
    // `handleRecord` reports malformed ones.
    const message = envelopeOf(record.body);
    return message === undefined ? [] : [{ record, message, delivery: record }];
  });
  const open = new Set(await dropClosed(parsed));
  const closed = new Set(parsed.filter((one) => !open.has(one)).map(({ record }) => record));
  return records.filter((record) => !closed.has(record));
}

/**
 * The handler of a queue's worker. Errors of `handle` decide: PermanentError ends the message; RetryableError,
 * UnavailableError and unknown errors let it be redelivered, and finally moved to the dead-letter queue.
 */
export function queueWorker<Data = Record<string, unknown>>(
  handle: MessageHandler<Data>,
  { parallelMessages = 10, read = parseMessage<Data>, closedHomes = 'handle' }: WorkerOptions<Data> = {},
): QueueHandler {
  return async ({ Records }) => {
    const failed: FailedMessage[] = [];
    const open = closedHomes === 'drop' ? await withoutClosed(Records) : Records;
    const handleOne = async (record: SQSRecord) => {
      const failure = await handleRecord(record, handle, read);
      if (failure !== undefined) failed.push(failure);
    };
    await handleInOrder({
      messages: open,
      receiveCountOf,
      handleOne,
      width: parallelMessages,
      handleFresh: (fresh) => forEachParallel(fresh, parallelMessages, handleOne),
    });
    await recordLastErrors(failed, Date.now());
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}
