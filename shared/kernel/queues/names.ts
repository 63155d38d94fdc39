/** Names by which functions find queues in their environment. */

/** Suffix of the names of dead-letter queues. */
export const deadLetterSuffix = '-dlq';

/** `webhook-dispatch` → `QUEUE_URL_WEBHOOK_DISPATCH`: the environment variable with the queue's URL. */
export function queueUrlVariable(name: string): string {
  return `QUEUE_URL_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** The environment variable with the number of times that the queue of a worker delivers a message. */
export const maxReceivesVariable = 'MAX_RECEIVES';

/** The environment variable with the prefix of all queue URLs; only for readers of dead-letter queues. */
export const queueUrlPrefixVariable = 'QUEUE_URL_PREFIX';

/**
 * The environment variable with the names of all queues, separated by commas; only for readers of dead-letter queues.
 */
export const queueNamesVariable = 'QUEUE_NAMES';

/**
 * The move of a dead-letter queue's messages back to its queue. The queue is named, because SQS finds it only for
 * messages that it put there itself, not for those that EventBridge, SNS or Scheduler could not deliver.
 */
export const moveOf = (deadLettersArn: string) => ({
  SourceArn: deadLettersArn,
  DestinationArn: deadLettersArn.slice(0, -deadLetterSuffix.length),
});
