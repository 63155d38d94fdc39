/** Moves the messages of a dead-letter queue back to their queue, once the cause is fixed. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListMessageMoveTasksCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { moveOf } from './names.ts';

export interface Redriven {
  moved: number;
}

const pollMs = 500;

/**
 * Lets SQS move everything from a dead-letter queue back to its queue as new messages, and waits until that is done.
 * Throws when the queue does not exist, another move of it is running, or the move fails.
 */
export async function redrive(client: SQSClient, deadLetterQueueName: string): Promise<Redriven> {
  const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: deadLetterQueueName }));
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  const SourceArn = Attributes?.QueueArn ?? '';
  await client.send(new StartMessageMoveTaskCommand(moveOf(SourceArn)));
  for (;;) {
    const { Results } = await client.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    const { Status, ApproximateNumberOfMessagesMoved, FailureReason } = Results?.[0] ?? {};
    if (Status === 'COMPLETED') return { moved: ApproximateNumberOfMessagesMoved ?? 0 };
    if (Status !== 'RUNNING')
      throw new Error(`The move ended as ${Status}: ${FailureReason ?? 'no reason given'}`);
    await sleep(pollMs);
  }
}
