/** Sends messages to the platform's queues, with which functions pass work to workers. */

import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientConfig } from '../aws/client-config.ts';
import { toJson } from '../base/json.ts';
import { forEachParallel } from '../base/parallel.ts';
import { toQueueText } from '../base/queue-text.ts';
import { retryWhile } from '../base/retry.ts';
import { type Message, messageGroupOf } from './message.ts';
import { queueUrlVariable } from './names.ts';

/** Maximum delay of SQS; a schedule sends later messages. */
export const maxDelaySeconds = 900;

export interface OutgoingMessage {
  message: Message<object>;
  /** Delay before the message is delivered, 0 (the default) to `maxDelaySeconds`. */
  delaySeconds?: number | undefined;
}

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
const messagesPerBatch = 10;
const bytesPerBatch = 1_048_576;
const parallelBatches = 4;

interface Entry {
  body: string;
  /** The tenant: SQS serves the groups of a queue fairly. */
  group: string | undefined;
  delaySeconds: number;
}

/** Some messages were not accepted. Accepted ones may be sent again with them: consumers deduplicate. */
export class SendError extends Error {
  override name = 'SendError';
}

function newClient(): SQSClient {
  // By default the SDK sends to the host in the queue's URL, even when another endpoint is configured.
  return new SQSClient({ ...clientConfig, useQueueUrlAsEndpoint: false });
}

const client = newClient();

/** The URL of a queue in the contract's `permissions.queues`. Throws for any other. */
function queueUrl(queue: string): string {
  const url = process.env[queueUrlVariable(queue)];
  if (url === undefined) throw new Error(`${queueUrlVariable(queue)} is not set: no ${queue} to send to.`);
  return url;
}

/** Groups entries, in order, within the limits of one request. */
export function toSendBatches(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.body);
    const last = batches.at(-1);
    if (last === undefined || last.length === messagesPerBatch || bytes + size > bytesPerBatch) {
      batches.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return batches;
}

async function sendBatch(url: string, batch: readonly Entry[]): Promise<void> {
  let left = batch;
  await retryWhile(
    (error) => error instanceof SendError && left.length > 0,
    async () => {
      const output = await client.send(
        new SendMessageBatchCommand({
          QueueUrl: url,
          Entries: left.map(({ body, group, delaySeconds }, index) => ({
            Id: String(index),
            MessageBody: body,
            ...(group !== undefined && { MessageGroupId: group }),
            ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
          })),
        }),
      );
      const failed = output.Failed ?? [];
      if (failed.length === 0) return;
      const reasons = [...new Set(failed.map(({ Code }) => Code))].join(', ');
      const refused = failed.some(({ SenderFault }) => SenderFault);
      left = refused ? [] : left.filter((_, index) => failed.some(({ Id }) => Id === String(index)));
      throw new SendError(`The queue did not take ${failed.length} messages: ${reasons}.`);
    },
  );
}

/** Sends all messages, ten per request. Throws SendError or the SDK's error when some were not accepted. */
export async function sendMessages(queue: string, outgoing: readonly OutgoingMessage[]): Promise<void> {
  const url = queueUrl(queue);
  const entries = outgoing.map(({ message, delaySeconds = 0 }) => ({
    body: toQueueText(toJson(message)),
    group: messageGroupOf(message),
    delaySeconds: Math.min(maxDelaySeconds, Math.max(0, Math.ceil(delaySeconds))),
  }));
  await forEachParallel(toSendBatches(entries), parallelBatches, (batch) => sendBatch(url, batch));
}
