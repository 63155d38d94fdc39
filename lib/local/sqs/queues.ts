/** The template's SQS queues: made on the emulator, with the attributes and dead-letter queues they have in AWS. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import type { Emulator } from './fauxqs.ts';

/** Attributes by their name in SQS's API, and the template's property. */
const attributeProperties: Readonly<Record<string, string>> = {
  DelaySeconds: 'DelaySeconds',
  MaximumMessageSize: 'MaximumMessageSize',
  MessageRetentionPeriod: 'MessageRetentionPeriod',
  ReceiveMessageWaitTimeSeconds: 'ReceiveMessageWaitTimeSeconds',
  VisibilityTimeout: 'VisibilityTimeout',
  SqsManagedSseEnabled: 'SqsManagedSseEnabled',
};

const defaultVisibilityTimeoutSeconds = 30;

/** A queue's own name: the last part of its URL and ARN. */
export function queueNameOf(urlOrArn: string): string {
  return urlOrArn.split(/[/:]/).at(-1) ?? '';
}

/** The queue that takes what this one could not deliver; undefined when it has none. */
export function deadLetterQueueOf(app: ResolvedApp, queue: Resource): Resource | undefined {
  const { RedrivePolicy } = queue.properties;
  return isRecord(RedrivePolicy) ? app.find(String(RedrivePolicy.deadLetterTargetArn)) : undefined;
}

/** The queues whose dead letters this one takes. */
export function sourcesOf(app: ResolvedApp, deadLetters: Resource): Resource[] {
  return app.ofType('AWS::SQS::Queue').filter((queue) => deadLetterQueueOf(app, queue) === deadLetters);
}

/** How long a received message of the queue stays hidden. */
export function visibilityTimeoutSeconds(queue: Resource): number {
  return Number(queue.properties.VisibilityTimeout ?? defaultVisibilityTimeoutSeconds);
}

/** The policy documents of a queue. */
export function policiesOf(app: ResolvedApp, queue: Resource): unknown[] {
  return app
    .ofType('AWS::SQS::QueuePolicy')
    .filter(
      ({ properties }) => Array.isArray(properties.Queues) && properties.Queues.includes(queue.physicalId),
    )
    .map(({ properties }) => properties.PolicyDocument);
}

/**
 * Makes the queues. What an earlier run had received and not deleted is visible again: its workers are gone.
 * Throws for FIFO queues and for a dead-letter queue that the template lacks.
 */
export function ensureQueues(app: ResolvedApp, emulator: Emulator): void {
  for (const queue of app.ofType('AWS::SQS::Queue')) {
    const { properties, physicalId: url, arn } = queue;
    if (properties.FifoQueue === true) throw new Error(`${arn}: FIFO queues do not run locally.`);
    if (properties.RedrivePolicy !== undefined && deadLetterQueueOf(app, queue) === undefined) {
      throw new Error(`${arn} has a dead-letter queue that is not in the template.`);
    }
    const attributes: Record<string, string> = {};
    for (const [attribute, property] of Object.entries(attributeProperties)) {
      if (properties[property] !== undefined) attributes[attribute] = String(properties[property]);
    }
    if (isRecord(properties.RedrivePolicy))
      attributes.RedrivePolicy = JSON.stringify(properties.RedrivePolicy);
    emulator.ensureQueue({ name: queueNameOf(arn), url, arn, attributes });
    emulator.release(arn);
  }
}
