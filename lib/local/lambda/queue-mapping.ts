/** One event source mapping of a queue: long-polls it and passes batches of messages to a function. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultTarget } from '../gateway/faults.ts';
import type { ReceivedMessage } from '../sqs/queue.ts';
import { failedItems } from './batch-outcome.ts';
import { payloadBytes } from './environment.ts';
import type { Mapping, RunningMapping } from './mapping.ts';

const defaultBatchSize = 10;
const maxPollSeconds = 20;
/** A laptop has fewer cores than Lambda; more invocations would only wait in the function's pool. */
const maxInvocations = 8;
/** No more messages are received for a batch of this size. */
const maxBatchBytes = 3 * 1024 * 1024;
/** Maximum delay of a batch that other batches should overtake. */
const maxHoldMs = 500;

/** Starts polling. Throws for mappings that Lambda would refuse. */
export function startQueueMapping(mapping: Mapping): RunningMapping {
  const { queues, lambda, faults, lineage, log, logError, stopping, properties, target } = mapping;
  const { functionName, sourceArn, reportsFailures } = mapping;
  const batchSize = properties.BatchSize ?? defaultBatchSize;
  const maxActive = Math.min(properties.ScalingConfig?.MaximumConcurrency ?? maxInvocations, maxInvocations);
  const queue = queues.of(sourceArn);
  const timeoutSeconds = Number(target.properties.Timeout ?? 3);
  if (queue.properties.VisibilityTimeout < timeoutSeconds) {
    throw new Error(
      `The visibility timeout of ${sourceArn} is shorter than the timeout of ${functionName} (${timeoutSeconds} s).`,
    );
  }
  mapping.requireGrants(sourceArn, ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']);
  const mayLoop = target.properties.RecursiveLoop === 'Allow';
  const active = new Set<Promise<void>>();
  const held = new Set<string>();

  async function receive(count: number, waitSeconds: number): Promise<ReceivedMessage[]> {
    const received = await queue.receive({ count, waitSeconds, signal: stopping });
    for (const { ReceiptHandle } of received) held.add(ReceiptHandle);
    return received;
  }

  /** Waits for a first message, then for more until the batching window ends. */
  async function gather(): Promise<ReceivedMessage[]> {
    const batch = await receive(batchSize, maxPollSeconds);
    const deadlineMs = Date.now() + properties.MaximumBatchingWindowInSeconds * 1000;
    while (batch.length > 0 && batch.length < batchSize && !stopping.aborted) {
      const leftSeconds = Math.min((deadlineMs - Date.now()) / 1000, maxPollSeconds);
      if (leftSeconds <= 0 || bytesOf(batch) >= maxBatchBytes) break;
      batch.push(...(await receive(batchSize - batch.length, leftSeconds)));
    }
    return batch;
  }

  /** One invocation, or several when the messages exceed Lambda's payload limit. */
  async function invoke(batch: readonly ReceivedMessage[]): Promise<void> {
    const records = batch.map((message) => {
      const text = JSON.stringify(recordOf(message, sourceArn));
      return { message, text, bytes: Buffer.byteLength(text) + 1 };
    });
    for (const part of partsWithin(records)) {
      const payload = `{"Records":[${part.map(({ text }) => text).join(',')}]}`;
      const messages = part.map(({ message }) => message);
      await invokeOnce(messages, payload);
    }
  }

  async function invokeOnce(batch: readonly ReceivedMessage[], payload: string): Promise<void> {
    const requestId = randomUUID();
    const messageIds = batch.map(({ MessageId }) => MessageId);
    lineage.begin(requestId, functionName, messageIds);
    try {
      const result = await lambda.invoke(functionName, payload, { requestId });
      const failed = failedItems(messageIds, result, reportsFailures);
      // Failed messages stay hidden until their visibility timeout ends, as in AWS.
      const done = batch.filter(({ MessageId }) => !failed.has(MessageId));
      for (const { ReceiptHandle } of done) queue.delete(ReceiptHandle);
    } finally {
      lineage.done(requestId);
    }
  }

  /** The fault that selects this batch, if any. */
  function faultOf(batch: readonly ReceivedMessage[], event: Pick<FaultTarget, 'action' | 'moment'>) {
    const body = batch.map((message) => message.Body).join('\n');
    return faults.match({ service: 'sqs', functionName, body, ...event });
  }

  /**
   * Queues guarantee no order: a batch that a fault selects is shuffled and delayed, so that later batches overtake
   * it.
   */
  async function reordered(batch: readonly ReceivedMessage[]): Promise<readonly ReceivedMessage[]> {
    const fault = faultOf(batch, { action: 'Reorder', moment: 'order' });
    if (fault === undefined) return batch;
    await sleep(faults.random() * (fault.latencyMs ?? maxHoldMs));
    const ranked = batch.map((message) => ({ message, rank: faults.random() }));
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ message }) => message);
  }

  async function handle(received: readonly ReceivedMessage[]): Promise<void> {
    const batch = await reordered(received);
    const delivered = batch.filter(({ MessageId }) => mayLoop || !lineage.isLoop(functionName, MessageId));
    if (delivered.length < batch.length) {
      log(`Lambda stops a loop: messages of ${functionName} have returned to it about 16 times.`);
    }
    if (delivered.length === 0) return;
    await invoke(delivered);
    if (faultOf(delivered, { action: 'Deliver', moment: 'delivery' }) !== undefined) await invoke(delivered);
  }

  async function poll(): Promise<void> {
    while (!stopping.aborted) {
      if (active.size >= maxActive) await Promise.race(active);
      if (stopping.aborted) return;
      const batch = await gather();
      // Messages received while stopping become visible again at the next start.
      if (batch.length === 0 || stopping.aborted) continue;
      const work = handle(batch)
        .catch(logError)
        .finally(() => {
          active.delete(work);
          for (const { ReceiptHandle } of batch) held.delete(ReceiptHandle);
        });
      active.add(work);
    }
  }

  const polling = poll().catch(logError);
  return { held, ended: polling.then(() => Promise.all(active)) };
}

/** Size of the text around the records of an event. */
const eventBytes = Buffer.byteLength('{"Records":[]}');

/** Splits records into parts that fit into one payload each; a too large record gets a part of its own. */
export function partsWithin<Row extends { bytes: number }>(
  records: readonly Row[],
  maxBytes = payloadBytes,
): Row[][] {
  const parts: Row[][] = [];
  let left = 0;
  for (const record of records) {
    const part = parts.at(-1);
    if (part === undefined || record.bytes > left) {
      parts.push([record]);
      left = maxBytes - eventBytes;
    } else part.push(record);
    left -= record.bytes;
  }
  return parts;
}

function bytesOf(messages: readonly ReceivedMessage[]): number {
  return messages.reduce((sum, { Body }) => sum + Buffer.byteLength(Body), 0);
}

/** Formats a message as Lambda does in its event. */
function recordOf(message: ReceivedMessage, eventSourceARN: string): object {
  const { MessageId, ReceiptHandle, Body, MD5OfBody, Attributes = {}, MessageAttributes = {} } = message;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes,
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { StringValue, BinaryValue, DataType }]) => [
        name,
        { stringValue: StringValue, binaryValue: BinaryValue, dataType: DataType },
      ]),
    ),
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: eventSourceARN.split(':')[3],
  };
}
