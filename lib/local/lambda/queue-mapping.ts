/** One event source mapping of a queue: long-polls it and passes batches of messages to a function. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultTarget } from '../gateway/faults.ts';
import type { ReceivedMessage } from '../sqs/queue.ts';
import { visibilityTimeoutSeconds } from '../sqs/queues.ts';
import { failedItems } from './batch-outcome.ts';
import { payloadBytes } from './environment.ts';
import {
  type MappingContext,
  type MappingDefinition,
  type RunningMapping,
  requireGrants,
  section,
} from './mapping.ts';

const maxPollSeconds = 20;
/** A laptop has fewer cores than Lambda; more invocations would only wait in the function's pool. */
const maxInvocations = 8;
/** No more messages are received for a batch of this size. */
const maxBatchBytes = 3 * 1024 * 1024;
const stopWithinMs = 2_000;
/** Maximum delay of a batch that other batches should overtake. */
const maxHoldMs = 500;

/** Starts polling. Throws for mappings that Lambda would refuse. */
export function startQueueMapping(context: MappingContext, definition: MappingDefinition): RunningMapping {
  const { app, queues, lambda, faults, lineage, log } = context;
  const { functionName, sourceArn, batchSize, windowSeconds, reportsFailures } = definition;
  const found = app.find(sourceArn);
  if (found?.type !== 'AWS::SQS::Queue')
    throw new Error(`${functionName} reads ${sourceArn}, which is not a queue.`);
  const queue = queues.of(sourceArn);
  const timeoutSeconds = Number(definition.target.properties.Timeout ?? 3);
  if (visibilityTimeoutSeconds(found) < timeoutSeconds) {
    throw new Error(
      `The visibility timeout of ${sourceArn} is shorter than the timeout of ${functionName} (${timeoutSeconds} s).`,
    );
  }
  const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  requireGrants(
    context,
    definition,
    actions.map((action) => ({ action, resource: sourceArn })),
  );
  const limit = Number(section(definition.properties, 'ScalingConfig').MaximumConcurrency ?? maxInvocations);
  const most = Math.min(limit, maxInvocations);
  const active = new Set<Promise<void>>();
  const held = new Set<string>();
  const stopping = new AbortController();

  async function receive(count: number, waitSeconds: number): Promise<ReceivedMessage[]> {
    const received = await queue.receive({ count, waitSeconds, signal: stopping.signal });
    for (const { ReceiptHandle } of received) held.add(ReceiptHandle);
    return received;
  }

  /** Waits for a first message, then for more until the batching window ends. */
  async function gather(): Promise<ReceivedMessage[]> {
    const batch = await receive(batchSize, maxPollSeconds);
    const deadlineMs = Date.now() + windowSeconds * 1000;
    let bytes = bytesOf(batch);
    while (
      batch.length > 0 &&
      batch.length < batchSize &&
      bytes < maxBatchBytes &&
      !stopping.signal.aborted
    ) {
      const leftSeconds = Math.min((deadlineMs - Date.now()) / 1000, maxPollSeconds);
      if (leftSeconds <= 0) break;
      const more = await receive(batchSize - batch.length, leftSeconds);
      batch.push(...more);
      bytes += bytesOf(more);
    }
    return batch;
  }

  /** One invocation, or several when the messages exceed Lambda's payload limit. */
  async function invoke(batch: readonly ReceivedMessage[]): Promise<void> {
    const records = batch.map((message) => JSON.stringify(recordOf(message, sourceArn)));
    for (const { first, end } of partsWithin(records.map((record) => Buffer.byteLength(record) + 1)))
      await invokeOnce(batch.slice(first, end), `{"Records":[${records.slice(first, end).join(',')}]}`);
  }

  async function invokeOnce(batch: readonly ReceivedMessage[], payload: string): Promise<void> {
    const requestId = randomUUID();
    lineage.begin(
      requestId,
      functionName,
      batch.map(({ MessageId }) => MessageId),
    );
    try {
      const result = await lambda.invoke(functionName, payload, { requestId });
      const failed = failedItems(
        batch.map(({ MessageId }) => MessageId),
        result,
        reportsFailures,
      );
      // Failed messages stay hidden until their visibility timeout ends, as in AWS.
      const done = failed === 'all' ? [] : batch.filter(({ MessageId }) => !failed.has(MessageId));
      for (const { ReceiptHandle } of done) queue.delete(ReceiptHandle);
    } finally {
      lineage.done(requestId);
    }
  }

  /**
   * Queues guarantee no order: a batch that a fault selects is shuffled and delayed, so that later batches overtake
   * it.
   */
  async function reordered(batch: readonly ReceivedMessage[]): Promise<readonly ReceivedMessage[]> {
    const body = batch.map((message) => message.Body).join('\n');
    const fault = faults.match({ service: 'sqs', action: 'Reorder', functionName, body, moment: 'order' });
    if (fault === undefined) return batch;
    await sleep(faults.random() * (fault.latencyMs ?? maxHoldMs));
    return batch
      .map((message) => ({ message, rank: faults.random() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ message }) => message);
  }

  async function handle(received: readonly ReceivedMessage[]): Promise<void> {
    const batch = await reordered(received);
    const endless = batch.filter(({ MessageId }) => lineage.isLoop(functionName, MessageId));
    const mayLoop = definition.target.properties.RecursiveLoop === 'Allow';
    const delivered = mayLoop ? batch : batch.filter((message) => !endless.includes(message));
    if (delivered.length < batch.length) {
      log(`Lambda stops a loop: messages of ${functionName} have returned to it about 16 times.`);
    }
    if (delivered.length === 0) return;
    await invoke(delivered);
    const body = delivered.map((message) => message.Body).join('\n');
    const target: FaultTarget = { service: 'sqs', action: 'Deliver', functionName, body, moment: 'delivery' };
    if (faults.match(target) !== undefined) await invoke(delivered);
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (active.size >= most) await Promise.race(active);
      if (stopping.signal.aborted) return;
      const batch = await gather();
      // Messages received while stopping become visible again at the next start.
      if (batch.length === 0 || stopping.signal.aborted) continue;
      const work = handle(batch)
        .catch((error: unknown) => {
          // Killed functions are results; this only happens when the runtime stops.
          if (!stopping.signal.aborted) log(`The queue mapping of ${functionName}: ${String(error)}`);
        })
        .finally(() => {
          active.delete(work);
          for (const { ReceiptHandle } of batch) held.delete(ReceiptHandle);
        });
      active.add(work);
    }
  }

  const polling = poll().catch((error: unknown) => {
    if (!stopping.signal.aborted) log(`The queue mapping of ${functionName} has ended: ${String(error)}`);
  });
  return {
    held: () => held,
    async stop() {
      stopping.abort();
      const timeout = new AbortController();
      const patience = sleep(stopWithinMs, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([Promise.all([polling, ...active]), patience]);
      timeout.abort();
    },
  };
}

/** Size of the text around the records of an event. */
const eventBytes = Buffer.byteLength('{"Records":[]}');

/**
 * Splits records, by their sizes, into runs that fit into one payload each; a too large record gets a run of its own.
 */
export function partsWithin(
  sizes: readonly number[],
  maxBytes = payloadBytes,
): { first: number; end: number }[] {
  const parts: { first: number; end: number }[] = [];
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    const last = parts.at(-1);
    if (last !== undefined && bytes + size <= maxBytes) {
      last.end = index + 1;
      bytes += size;
    } else {
      parts.push({ first: index, end: index + 1 });
      bytes = eventBytes + size;
    }
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
