/** Queue workers under the load mix: the capacity of their concurrency, and what to change beyond it. */
import { events, sharesOf } from './patterns.ts';
import { triggerOf } from './triggers.ts';

/**
 * Per event source mapping; AWS does not raise it.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
export const maxConcurrencyOfMapping = 1_000;

export interface Consumer {
  /** Name of the worker. */
  worker: string;
  /** Messages per hundred requests of the mix. */
  messages: number;
  /** Assumed duration of a batch. */
  secondsPerBatch: number;
}

export const consumers: readonly Consumer[] = [
  // Most events match no rule: one Query each.
  { worker: 'triggerRules', messages: events, secondsPerBatch: 0.05 },
  { worker: 'dispatch', messages: events, secondsPerBatch: 0.2 },
  { worker: 'broadcast', messages: events, secondsPerBatch: 0.1 },
  // A webhook for new records and inbound messages, whose receiver responds within 200 ms.
  { worker: 'deliver', messages: sharesOf('createRecord', 'receiveWebhook'), secondsPerBatch: 0.3 },
  { worker: 'process', messages: sharesOf('receiveWebhook'), secondsPerBatch: 0.2 },
  { worker: 'extractText', messages: sharesOf('uploadAttachment'), secondsPerBatch: 0.1 },
  { worker: 'importRecords', messages: sharesOf('startSyncRun'), secondsPerBatch: 1 },
];

/** Batch size and concurrent batches of the deployed worker. */
export const concurrencyOf = ({ worker }: Consumer) => {
  const { batchSize, maximumConcurrency } = triggerOf(worker, 'queue');
  return { batchSize, maximumConcurrency };
};

/** Requests per second of the mix whose messages the worker handles without delay. */
export function enoughRequests(consumer: Consumer): number {
  const { batchSize, maximumConcurrency } = concurrencyOf(consumer);
  return (maximumConcurrency * batchSize * 100) / consumer.secondsPerBatch / consumer.messages;
}

/** Workers that need more than one mapping at this number of requests per second. */
export const outgrownConsumers = (requestsPerSecond: number): readonly Consumer[] =>
  consumers.filter((one) => neededConcurrency(one, requestsPerSecond) > maxConcurrencyOfMapping);

/** Concurrent batches at this number of requests per second. */
export function neededConcurrency(consumer: Consumer, requestsPerSecond: number): number {
  const messages = (requestsPerSecond * consumer.messages) / 100;
  return Math.ceil((messages * consumer.secondsPerBatch) / concurrencyOf(consumer).batchSize);
}
