/**
 * The row type of the worker table: functions that no HTTP request starts. Like a contract it is plain data, so that
 * synth and the tests load every row in milliseconds.
 */
import type { EmailPermission, Permissions } from '../http/endpoint-spec.ts';

/** Starts a function for items that are inserted into the table, in the order of each partition. */
export interface StreamTrigger {
  kind: 'stream';
  /** Only inserts whose `pk` begins with this text start the function. */
  pkPrefix: string;
  /** Maximum number of records per invocation, up to 10 000. */
  batchSize: number;
  /** Concurrent batches of one shard, 1 (the default) to 10; records of one partition stay in order. */
  parallelizationFactor?: number;
}

/** Starts a function for messages of a queue. The function returns the failed ones. */
export interface QueueTrigger<Queue extends string = string> {
  kind: 'queue';
  queue: Queue;
  /** Maximum number of messages per invocation: up to 10, or up to 10 000 with a batching window. */
  batchSize: number;
  /** Batching window in seconds, up to 300. */
  batchingWindowSeconds?: number;
  /**
   * Maximum number of concurrent invocations, 2 to 1 000, so that one queue cannot use up the concurrency of the
   * account.
   */
  maximumConcurrency: number;
  /**
   * Maximum number of messages of one tenant that are handled concurrently, below `maximumConcurrency`; for long work,
   * because fair queues decide only which message is next. The handler enforces it with `withinShare`.
   */
  maxPerTenant?: number;
  /** The handler has `closedHomes: 'drop'`, and may read whether tenants and organizations are open. */
  dropsClosedHomes?: true;
}

/** Starts a function at a fixed rate. Failures are not retried: the next run comes soon. */
export interface ScheduleTrigger {
  kind: 'schedule';
  everyMinutes: number;
}

export type Trigger<Queue extends string = string> = StreamTrigger | QueueTrigger<Queue> | ScheduleTrigger;

/** AWS permissions of a worker; lib/aws adds those of its trigger (receiving messages, reading the stream). */
export interface WorkerPermissions<Queue extends string = string>
  extends Pick<Permissions, 'table' | 'limits' | 'secrets' | 'schedules' | 'files'> {
  /** Publishes events to the bus, whose name is then in the environment (`BUS_NAME`). */
  bus?: true;
  /**
   * Starts text recognition by Textract, directly or as a job, and reads the results of jobs. It reads files by
   * `files`.
   */
  textract?: readonly TextractAction[];
  /** Sends e-mails with SES, or reads whether the deployment does. */
  email?: EmailPermission;
  /** Queues it sends to; their URLs are then in the environment (`queueUrlVariable`). */
  queues?: readonly Queue[];
}

export type TextractAction = 'detect' | 'start' | 'result';

export interface Worker<Queue extends string = string> {
  /** camelCase and unique; the function's file is its kebab-case form with the trigger (`lib/aws/function-files.ts`). */
  name: string;
  /** The name of its stack, as that of an endpoint. */
  module: string;
  summary: string;
  trigger: Trigger<Queue>;
  permissions: WorkerPermissions<Queue>;
  timeoutSeconds: number;
  memoryMb?: number;
  /** Sends to hosts that tenants name: from the fixed addresses, if a deployment has them. */
  sendsForTenants?: true;
  /**
   * Sends messages to its own queue, to continue long work or to try again. Lambda stops such loops after about 16
   * rounds unless they are declared as intended; the worker must limit its rounds itself.
   */
  continuesByMessage?: boolean;
}

/** A queue of the platform. Each has a dead-letter queue, which keeps messages for 14 days. */
export interface QueueSpec {
  summary: string;
  /** Types of the events that the bus copies to this queue; `all` is every event, undefined is none. */
  fromBus?: 'all' | readonly EventPattern[];
  /** Schedules that functions create (`shared/kernel/schedules`) may send to it. */
  fromSchedules?: true;
  /**
   * Textract sends the end of jobs to it, in its own messages (`shared/modules/attachments/extraction/completion.ts`)
   * instead of the platform's envelope. There is one such queue.
   */
  fromTextract?: true;
  /**
   * SES sends e-mail events to it, in its own messages (`shared/modules/email/sending/ses-event.ts`). There is one
   * such queue.
   */
  fromSes?: true;
  /** Maximum number of receives before a message moves to the dead-letter queue, 1 to 1 000. */
  maxReceiveCount: number;
  /** Retention of messages in days, 1 to 14; default: 4. */
  retentionDays?: number;
  /** Visibility timeout in seconds, for queues without a worker in the table. Default: 180. */
  visibilityTimeoutSeconds?: number;
}

/** A queue that scheduled jobs may send to, read by the team's own consumer. */
export type JobQueueSpec = Omit<QueueSpec, 'fromBus'>;

/** An event type, or the bus's comparison with one. */
export type EventPattern =
  | string
  | { prefix: string }
  | { suffix: string }
  | { wildcard: string }
  | { 'anything-but': { prefix: string } };

/** Declares one row of the worker table. */
export function defineWorker<const Spec extends Worker>(spec: Spec): Spec {
  return spec;
}
