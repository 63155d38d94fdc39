/** The template's SQS queues, with their messages in one SQLite file. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { LocalQueue, type Message, type MessageStore, type QueueSetting } from './queue.ts';

export interface Queues {
  /** Returns the queue with this URL or ARN. Throws when the template has none. */
  of(urlOrArn: string): LocalQueue;
  /** Moves the current messages to another queue as new messages. Returns their number. */
  move(from: LocalQueue, to: LocalQueue): Promise<number>;
  /** Ends every waiting receive and closes the file. */
  stop(): void;
}

const defaultVisibilityTimeoutSeconds = 30;

/** Returns a queue's name: the last part of its URL and ARN. */
export function queueNameOf(urlOrArn: string): string {
  return urlOrArn.split(/[/:]/).at(-1) ?? '';
}

/** Returns the dead-letter queue of a queue; undefined when it has none. */
export function deadLetterQueueOf(app: ResolvedApp, queue: Resource): Resource | undefined {
  const { RedrivePolicy } = queue.properties;
  return isRecord(RedrivePolicy) ? app.find(String(RedrivePolicy.deadLetterTargetArn)) : undefined;
}

/** Returns the queues whose dead letters go to this one. */
export function sourcesOf(app: ResolvedApp, deadLetters: Resource): Resource[] {
  return app.ofType('AWS::SQS::Queue').filter((queue) => deadLetterQueueOf(app, queue) === deadLetters);
}

/** The visibility timeout of the queue. */
function visibilityTimeoutSeconds(queue: Resource): number {
  return Number(queue.properties.VisibilityTimeout ?? defaultVisibilityTimeoutSeconds);
}

/** Returns the policy documents of a queue. */
export function policiesOf(app: ResolvedApp, queue: Resource): unknown[] {
  return app
    .ofType('AWS::SQS::QueuePolicy')
    .filter(
      ({ properties }) => Array.isArray(properties.Queues) && properties.Queues.includes(queue.physicalId),
    )
    .map(({ properties }) => properties.PolicyDocument);
}

/** Throws for FIFO queues and for a dead-letter queue that the template lacks. */
function settingOf(app: ResolvedApp, queue: Resource): QueueSetting {
  const { properties, physicalId: url, arn } = queue;
  if (properties.FifoQueue === true) throw new Error(`${arn}: FIFO queues do not run locally.`);
  if (properties.RedrivePolicy !== undefined && deadLetterQueueOf(app, queue) === undefined) {
    throw new Error(`${arn} has a dead-letter queue that is not in the template.`);
  }
  const { RedrivePolicy: redrive } = properties;
  return {
    ...{ name: queueNameOf(arn), url, arn },
    delaySeconds: Number(properties.DelaySeconds ?? 0),
    maxMessageBytes: Number(properties.MaximumMessageSize ?? 1_048_576),
    retentionSeconds: Number(properties.MessageRetentionPeriod ?? 345_600),
    visibilitySeconds: visibilityTimeoutSeconds(queue),
    waitSeconds: Number(properties.ReceiveMessageWaitTimeSeconds ?? 0),
    maxReceiveCount: isRecord(redrive) ? Number(redrive.maxReceiveCount) : Number.POSITIVE_INFINITY,
  };
}

const schema = `
  PRAGMA journal_mode = WAL;
  -- What is written survives the end of the process; only a crash of the machine could take the last messages with it.
  PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS messages (
    id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, attributes TEXT NOT NULL, messageGroupId TEXT,
    sentAtMs INTEGER NOT NULL, receiveCount INTEGER NOT NULL, firstReceivedAtMs INTEGER, visibleAtMs INTEGER NOT NULL
  );
`;

function openStore(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(schema);
  const insert = database.prepare(
    'INSERT OR REPLACE INTO messages VALUES (:id, :queue, :body, :attributes, :messageGroupId, :sentAtMs, ' +
      ':receiveCount, :firstReceivedAtMs, :visibleAtMs)',
  );
  const update = database.prepare('UPDATE messages SET receiveCount = ?, firstReceivedAtMs = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM messages WHERE id = ?');
  const store: MessageStore = {
    put(queue, { attributes, messageGroupId = null, firstReceivedAtMs = null, ...message }) {
      const texts = { queue, attributes: JSON.stringify(attributes) };
      insert.run({ ...message, ...texts, messageGroupId, firstReceivedAtMs });
    },
    received: ({ id, receiveCount, firstReceivedAtMs = null }) =>
      void update.run(receiveCount, firstReceivedAtMs, id),
    remove: (id) => void remove.run(id),
  };
  const kept = database.prepare('SELECT * FROM messages ORDER BY rowid').all();
  const messages = kept.map((row): { queue: string; message: Message } => ({
    queue: String(row.queue),
    message: {
      id: String(row.id),
      body: String(row.body),
      attributes: JSON.parse(String(row.attributes)),
      messageGroupId: row.messageGroupId === null ? undefined : String(row.messageGroupId),
      sentAtMs: Number(row.sentAtMs),
      receiveCount: Number(row.receiveCount),
      firstReceivedAtMs: row.firstReceivedAtMs === null ? undefined : Number(row.firstReceivedAtMs),
      visibleAtMs: Number(row.visibleAtMs),
    },
  }));
  return { store, messages, close: () => database.close() };
}

/**
 * Opens the template's queues, with messages of an earlier run from the file. Throws for FIFO queues and for a
 * dead-letter queue that the template lacks.
 */
export function openQueues(app: ResolvedApp, file: string): Queues {
  const { store, messages, close } = openStore(file);
  const byName = new Map<string, LocalQueue>();
  for (const resource of app.ofType('AWS::SQS::Queue')) {
    const deadLetters = deadLetterQueueOf(app, resource);
    const setting = settingOf(app, resource);
    const queue = new LocalQueue(
      setting,
      store,
      () => deadLetters && byName.get(queueNameOf(deadLetters.arn)),
    );
    byName.set(setting.name, queue);
  }
  for (const { queue, message } of messages) byName.get(queueNameOf(queue))?.restore(message);

  return {
    of(urlOrArn) {
      const queue = byName.get(queueNameOf(urlOrArn));
      if (queue === undefined) throw new Error(`the queue ${urlOrArn} does not exist`);
      return queue;
    },
    async move(from, to) {
      for (let moved = 0; ; ) {
        const received = await from.receive({ count: 10, waitSeconds: 0 });
        if (received.length === 0) return moved;
        for (const { Body: body, MessageAttributes, Attributes, ReceiptHandle } of received) {
          to.send({ body, attributes: MessageAttributes, messageGroupId: Attributes.MessageGroupId });
          from.delete(ReceiptHandle);
          moved += 1;
        }
      }
    },
    stop() {
      for (const queue of byName.values()) queue.stop();
      close();
    },
  };
}
