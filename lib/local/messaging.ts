/** Queues, event bus, event source mappings and schedules together, and their control actions. */
import { join } from 'node:path';
import { found } from './cloudformation/properties.ts';
import { createEventBus } from './events/event-bus.ts';
import { openTopics, type Topics } from './events/sns.ts';
import { type EventSources, startEventSources } from './lambda/event-source-mapping.ts';
import type { MappingContext } from './lambda/mapping.ts';
import { type Scheduler, startScheduler } from './scheduler/scheduler.ts';
import { createSchedulerService } from './scheduler/service.ts';
import { openScheduleStore } from './scheduler/store.ts';
import { createMessageLineage } from './sqs/message-lineage.ts';
import type { LocalQueue, QueueDepth } from './sqs/queue.ts';
import { openQueues, queueNameOf } from './sqs/queues.ts';
import { createSqs } from './sqs/service.ts';

export interface QueueStatus extends QueueDepth {
  /** Without the deployment's prefix, as in the queue table. */
  name: string;
  url: string;
  /** Number of messages in its dead-letter queue; undefined without one. */
  deadLetters?: number;
}

/** What the control server reads and changes. */
export type MessagingControl = ReturnType<typeof openMessaging>['control'];

type MessagingParts = Pick<MappingContext, 'lambda' | 'faults' | 'authorizeServiceCall' | 'dynamodbEndpoint'>;

interface MessagingOptions extends Pick<MappingContext, 'app' | 'dataDir' | 'filter' | 'log'> {
  /** Prefix of the names of all queues. */
  prefix: string;
}

/** Opens the queues and the bus with the data of `dataDir`. Throws for resources that do not run locally. */
export function openMessaging({ app, dataDir, prefix, filter, log }: MessagingOptions) {
  const queues = openQueues(app, join(dataDir, 'queues.sqlite'));
  const lineage = createMessageLineage();
  const store = openScheduleStore(join(dataDir, 'schedules.sqlite'));
  const shortName = ({ arn }: LocalQueue): string => {
    const name = queueNameOf(arn);
    return name.startsWith(prefix) ? name.slice(prefix.length) : name;
  };
  const byShortName = new Map(queues.all.map((queue) => [shortName(queue), queue]));
  let sources: EventSources | undefined;
  let scheduler: Scheduler | undefined;
  let topics: Topics | undefined;

  const queueNamed = (name: string): LocalQueue => found(byShortName.get(name), `unknown queue ${name}`);
  const statusOf = (queue: LocalQueue): QueueStatus => ({
    name: shortName(queue),
    url: queue.url,
    ...queue.depth(),
    ...(queue.deadLetters && { deadLetters: queue.deadLetters.depth().visible }),
  });

  return {
    /** The services for the AWS gateway. */
    services: [
      createSqs(queues, lineage),
      createEventBus(app, queues, filter, log),
      createSchedulerService(app, store, () => scheduler?.wake()),
    ],
    /** Notifies the stream's readers of written items, by their keys (`Operation.writes`). */
    wake: (itemKeys: readonly string[]): void => sources?.wake(itemKeys),
    /**
     * Starts passing messages and records to functions, and running schedules. Throws for settings that AWS would
     * refuse.
     */
    async start(parts: MessagingParts): Promise<void> {
      topics = openTopics({ app, queues, ...parts });
      scheduler = startScheduler({ app, queues, store, log, ...parts });
      sources = await startEventSources({ app, queues, lineage, dataDir, filter, log, ...parts });
    },
    /** Returns the template's topics. Throws before `start`. */
    topics: (): Topics => found(topics, 'the topics are not open yet'),
    control: {
      queues: (): QueueStatus[] => queues.all.map(statusOf),
      /**
       * Moves messages of a dead-letter queue back to the queue, all unless `max` is given. Returns their number. Throws
       * for an unknown queue.
       */
      async redrive(name: string, max?: number): Promise<number> {
        const queue = queueNamed(name);
        return found(queue.deadLetters, `${name} has no dead-letter queue`).moveTo(queue, max);
      },
      /**
       * Makes received messages visible that no worker handles, as if their visibility timeout had ended. Returns
       * their number.
       */
      release: (name: string): number => queueNamed(name).release(sources?.held()),
      schedules: (): ReturnType<Scheduler['list']> => scheduler?.list() ?? [],
      /** Runs a schedule now. Returns whether its target was reached. Throws for an unknown name. */
      async runSchedule(name: string, group?: string): Promise<boolean> {
        return found(scheduler, 'the scheduler is not started yet').run(name, group);
      },
    },
    /** URLs of the queues by short name, at the address of the AWS gateway. */
    urls: (awsGatewayUrl: string): Record<string, string> =>
      Object.fromEntries(
        [...byShortName].map(([name, { url }]) => [name, `${awsGatewayUrl}${new URL(url).pathname}`]),
      ),
    /** Stops what `start` started. */
    async pause(): Promise<void> {
      await scheduler?.stop();
      await sources?.stop();
    },
    stop(): void {
      queues.stop();
      store.close();
    },
  };
}
