/** Dead letters in the local runtime. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { inject, onTestFinished } from 'vitest';

/** Sends messages to the dead-letter queue of a queue; best one of teams, whose messages no worker reads. */
export async function buryLetters(queue: string, ...bodies: string[]): Promise<void> {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, queues } = inject('aws');
  const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  onTestFinished(() => sqs.destroy());
  for (const MessageBody of bodies)
    await sqs.send(new SendMessageCommand({ QueueUrl: `${queues[queue]}-dlq`, MessageBody }));
}
