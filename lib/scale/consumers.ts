/** Workers of queues as requests of the load mix feed them: how far their concurrency goes, and what it takes beyond. */
import { events, sharesOf } from './patterns.ts';
import { triggerOf } from './triggers.ts';

/**
 * Of one event source mapping; no request to AWS raises it.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
export const maxConcurrencyOfMapping = 1_000;

export interface Consumer {
  /** Name of the worker. */
  worker: string;
  /** Messages by a hundred requests of the mix. */
  messages: number;
  /** Assumed duration of a batch. */
  secondsPerBatch: number;
}

export const consumers: readonly Consumer[] = [
  // Most events match no rule: a Query each.
  { worker: 'triggerRules', messages: events, secondsPerBatch: 0.05 },
  { worker: 'dispatch', messages: events, secondsPerBatch: 0.2 },
  { worker: 'broadcast', messages: events, secondsPerBatch: 0.1 },
  // A webhook that hears of new records and of inbound messages, and answers within 200 ms.
  { worker: 'deliver', messages: sharesOf('createRecord', 'receiveWebhook'), secondsPerBatch: 0.3 },
  { worker: 'process', messages: sharesOf('receiveWebhook'), secondsPerBatch: 0.2 },
  { worker: 'extractText', messages: sharesOf('uploadAttachment'), secondsPerBatch: 0.1 },
  { worker: 'importRecords', messages: sharesOf('startSyncRun'), secondsPerBatch: 1 },
];

/** Messages of a batch and batches at once, as the worker is deployed. */
export const concurrencyOf = ({ worker }: Consumer) => {
  const { batchSize, maximumConcurrency } = triggerOf(worker, 'queue');
  return { batchSize, maximumConcurrency };
};

/** Requests a second of the mix whose messages the worker handles as fast as they come. */
export function enoughRequests(consumer: Consumer): number {
  const { batchSize, maximumConcurrency } = concurrencyOf(consumer);
  return (maximumConcurrency * batchSize * 100) / consumer.secondsPerBatch / consumer.messages;
}

/** Workers that take more than one mapping gives, at so many requests a second. */
export const outgrownConsumers = (requestsPerSecond: number): readonly Consumer[] =>
  consumers.filter((one) => neededConcurrency(one, requestsPerSecond) > maxConcurrencyOfMapping);

/** Batches at once that so many requests a second take. */
export function neededConcurrency(consumer: Consumer, requestsPerSecond: number): number {
  const messages = (requestsPerSecond * consumer.messages) / 100;
  return Math.ceil((messages * consumer.secondsPerBatch) / concurrencyOf(consumer).batchSize);
}
