/** Dead letters in the local runtime. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { inject, onTestFinished } from 'vitest';

async function send(queue: string, suffix: string, bodies: readonly string[]): Promise<void> {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, queues } = inject('aws');
  const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  onTestFinished(() => sqs.destroy());
  for (const MessageBody of bodies)
    await sqs.send(new SendMessageCommand({ QueueUrl: `${queues[queue]}${suffix}`, MessageBody }));
}

/** Sends messages to the dead-letter queue of a queue; best one of teams, whose messages no worker reads. */
export const buryLetters = (queue: string, ...bodies: string[]): Promise<void> => send(queue, '-dlq', bodies);

/** Sends messages to a queue. */
export const sendToQueue = (queue: string, ...bodies: string[]): Promise<void> => send(queue, '', bodies);

/** Lets a queue deliver messages again that failed, without waiting for their visibility timeout. */
export async function releaseQueue(queue: string): Promise<void> {
  const body = JSON.stringify({ queue });
  await fetch(`${inject('controlUrl')}/queues/release`, { method: 'POST', body });
}
