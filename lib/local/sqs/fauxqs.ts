/**
 * Runs fauxqs, an emulator of SQS, within this process. Its own start function listens on every network interface;
 * its parts are put together here instead, so that it listens nowhere and only the AWS gateway reaches it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApp } from 'fauxqs';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { FairQueue, type GroupedMessage } from './fair-queue.ts';

/** A message as fauxqs keeps it. */
interface LeasedMessage {
  message: { messageId: string } & GroupedMessage;
  receiptHandle: string;
}

interface EmulatedQueue {
  name: string;
  messages: GroupedMessage[];
  delayedMessages: unknown[];
  inflightMessages: Map<string, LeasedMessage>;
  persistence: unknown;
  processTimers(): void;
  dequeue(count: number, visibilityTimeoutSeconds?: number, deadLetterQueueOf?: unknown): unknown[];
  setAttributes(attributes: Record<string, string>): void;
  changeVisibility(receiptHandle: string, timeoutSeconds: number): void;
  cancelWaiters(): void;
}

interface QueueStore {
  persistence: unknown;
  createQueue(name: string, url: string, arn: string, attributes: Record<string, string>): EmulatedQueue;
  getQueueByArn(arn: string): EmulatedQueue | undefined;
  allQueues(): Iterable<EmulatedQueue>;
}

interface Persistence {
  db: { exec(sql: string): void };
  updateMessageReady(messageId: string): void;
  load(queues: unknown, topics: unknown, buckets: unknown): void;
  close(): void;
}

/** The class of which fauxqs makes its store; its static function makes every message. */
interface StoreClass {
  createMessage(body: string, ...more: unknown[]): GroupedMessage;
}

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;

export interface EmulatorAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface QueueDepth {
  visible: number;
  inFlight: number;
  delayed: number;
}

export interface Emulator {
  /** One SQS request; `input.QueueUrl` is the URL given to `ensureQueue`. */
  sqs(action: string, input: object): Promise<EmulatorAnswer>;
  /** Makes the queue, or gives the one of an earlier run these attributes. */
  ensureQueue(queue: { name: string; url: string; arn: string; attributes: Record<string, string> }): void;
  /** Throws for a queue that was never ensured. */
  depth(queueArn: string): QueueDepth;
  /** Makes received messages visible again, except those with these receipt handles. Returns how many. */
  release(queueArn: string, except?: ReadonlySet<string>): number;
  /** Ends every long poll that waits, with what there is. */
  cancelWaits(): void;
  stop(): Promise<void>;
}

/** A module of the package that it does not export. */
async function moduleOf(file: string): Promise<Record<string, unknown>> {
  const manifest = findPackageJSON('fauxqs', import.meta.url);
  if (manifest === undefined) throw new Error('the package fauxqs is not installed');
  return import(pathToFileURL(join(dirname(manifest), 'dist', file)).href);
}

/** A part that the package does not export by name. */
async function part(file: string, name: string): Promise<new (...args: unknown[]) => unknown> {
  const module = await moduleOf(file);
  return module[name] as new (
    ...args: unknown[]
  ) => unknown;
}

/**
 * What a message may not hold.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
const refusedCharacters = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** fauxqs 2.4 looks at single code units, and so refuses every character beyond U+FFFD, which SQS takes. */
async function acceptAllPlanes(): Promise<void> {
  const { INVALID_MESSAGE_BODY_CHAR: pattern } = await moduleOf('sqs/sqsTypes.js');
  if (!(pattern instanceof RegExp)) throw new Error('fauxqs checks the characters of messages elsewhere now');
  pattern.test = (text) => refusedCharacters.test(text);
}

/** The message groups that a request being handled gives to its messages, by body: fauxqs 2.4 ignores them. */
const requestGroups = new AsyncLocalStorage<Map<string, string[]>>();

function groupsOf(input: Readonly<Record<string, unknown>>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { MessageBody, MessageGroupId } of [input, ...recordsIn(input.Entries)]) {
    if (typeof MessageBody !== 'string' || typeof MessageGroupId !== 'string') continue;
    groups.set(MessageBody, [...(groups.get(MessageBody) ?? []), MessageGroupId]);
  }
  return groups;
}

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

const patchedClasses = new WeakSet<StoreClass>();

/** Has every message keep the group that its request names. */
function keepGroups(store: StoreClass): void {
  if (patchedClasses.has(store)) return;
  patchedClasses.add(store);
  const createMessage = store.createMessage.bind(store);
  store.createMessage = (body, ...more) => {
    const message = createMessage(body, ...more);
    message.messageGroupId ??= requestGroups.getStore()?.get(body)?.shift();
    return message;
  };
}

/** Has the queue hand out its messages in the order of a fair queue. */
function makeFair(queue: EmulatedQueue): void {
  const fair = new FairQueue();
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (count, ...more) => {
    queue.processTimers();
    fair.look(queue.inflightMessages.values(), Date.now());
    if (queue.messages.length > count) queue.messages = fair.order(queue.messages, count);
    return dequeue(count, ...more);
  };
}

/** Starts the emulator on the data of `dataDir`, which is made when absent. Throws when that cannot be read. */
export async function startFauxqs({ dataDir }: { dataDir: string }): Promise<Emulator> {
  const [Queues, Topics, Buckets, Database] = await Promise.all([
    part('sqs/sqsStore.js', 'SqsStore'),
    part('sns/snsStore.js', 'SnsStore'),
    part('s3/s3Store.js', 'S3Store'),
    part('persistence.js', 'PersistenceManager'),
  ]);
  await acceptAllPlanes();
  keepGroups(Queues as unknown as StoreClass);
  const queues = new Queues() as QueueStore;
  const [topics, buckets] = [new Topics(), new Buckets()];
  const database = new Database(dataDir) as Persistence;
  // Waiting for the disk at every message takes a third of the process's time. What is written survives the end of
  // the process all the same; only a crash of the machine could take the last messages with it.
  database.db.exec('PRAGMA synchronous = OFF');
  // fauxqs 2.4 would write null where the table allows none. Unwritten, the message counts as received until its
  // deadline, or until the next start makes it visible.
  database.updateMessageReady = () => {};
  // Loading comes first: writing rows back while they are read would remove what belongs to them.
  database.load(queues, topics, buckets);
  queues.persistence = database;
  for (const queue of queues.allQueues()) {
    queue.persistence = database;
    makeFair(queue);
  }
  const stores = { sqsStore: queues, snsStore: topics, s3Store: buckets } as unknown as Stores;
  const app = buildApp({ logger: false, stores });
  await app.ready();

  function queueOf(arn: string): EmulatedQueue {
    const queue = queues.getQueueByArn(arn);
    if (queue === undefined) throw new Error(`there is no queue ${arn}`);
    return queue;
  }

  return {
    async sqs(action, input) {
      const groups = groupsOf({ ...input });
      const answer = await requestGroups.run(groups, async () =>
        app.inject({
          method: 'POST',
          url: '/',
          headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
          payload: JSON.stringify(input),
        }),
      );
      const error = answer.headers['x-amzn-query-error'];
      const headers: Record<string, string> = {};
      if (error !== undefined) headers['x-amzn-query-error'] = String(error);
      return { status: answer.statusCode, headers, body: answer.body };
    },
    ensureQueue({ name, url, arn, attributes }) {
      const existing = queues.getQueueByArn(arn);
      if (existing === undefined) makeFair(queues.createQueue(name, url, arn, attributes));
      else existing.setAttributes(attributes);
    },
    depth(arn) {
      const queue = queueOf(arn);
      queue.processTimers();
      return {
        visible: queue.messages.length,
        inFlight: queue.inflightMessages.size,
        delayed: queue.delayedMessages.length,
      };
    },
    release(arn, except = new Set()) {
      const queue = queueOf(arn);
      const held = [...queue.inflightMessages.keys()].filter((handle) => !except.has(handle));
      for (const handle of held) queue.changeVisibility(handle, 0);
      return held.length;
    },
    cancelWaits() {
      for (const queue of queues.allQueues()) queue.cancelWaiters();
    },
    async stop() {
      for (const queue of queues.allQueues()) queue.cancelWaiters();
      await app.close();
      database.close();
    },
  };
}
