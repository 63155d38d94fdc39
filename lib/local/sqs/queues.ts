/** The template's SQS queues. */
import { AwsError } from '../gateway/aws-service.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { openMessageStore } from './message-store.ts';
import { LocalQueue } from './queue.ts';

export type Queues = ReturnType<typeof openQueues>;

/** Returns a queue's name: the last part of its URL and ARN. */
export function queueNameOf(urlOrArn: string): string {
  return urlOrArn.split(/[/:]/).at(-1) ?? '';
}

/** Returns the policy documents of a queue. */
export function policiesOf(app: ResolvedApp, queue: Resource): unknown[] {
  return app
    .ofType('AWS::SQS::QueuePolicy')
    .filter(({ properties: { Queues } }) => [Queues].flat().includes(queue.physicalId))
    .map(({ properties }) => properties.PolicyDocument);
}

/**
 * Opens the template's queues, with messages of an earlier run from the file. Throws for FIFO queues and for a
 * dead-letter queue that the template lacks.
 */
export function openQueues(app: ResolvedApp, file: string) {
  const store = openMessageStore(file);
  const byName = new Map<string, LocalQueue>();
  for (const queue of app.ofType('AWS::SQS::Queue'))
    byName.set(queueNameOf(queue.arn), new LocalQueue(queue, store));
  for (const queue of byName.values()) {
    const target = queue.properties.RedrivePolicy?.deadLetterTargetArn;
    if (target === undefined) continue;
    queue.deadLetters = byName.get(queueNameOf(target));
    if (queue.deadLetters === undefined)
      throw new Error(`${queue.arn} has a dead-letter queue that is not in the template.`);
  }
  for (const message of store.messages()) byName.get(queueNameOf(message.queue))?.add(message);

  return {
    all: [...byName.values()],
    /** Returns the queue with this name, URL or ARN. Throws AwsError when the template has none. */
    of(name: string): LocalQueue {
      const queue = byName.get(queueNameOf(name));
      if (queue === undefined) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
      return queue;
    },
    /** Ends every waiting receive and closes the file. */
    stop(): void {
      for (const queue of byName.values()) queue.stop();
      store.close();
    },
  };
}
