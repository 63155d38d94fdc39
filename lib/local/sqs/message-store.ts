/** Stores the messages of all queues in one SQLite file across restarts. */
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { jsonColumn } from '../read-as.ts';

const schema = `
  PRAGMA journal_mode = WAL;
  -- What is written survives the end of the process; only a crash of the machine could take the last messages with it.
  PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS messages (
    id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, attributes TEXT NOT NULL, messageGroupId TEXT,
    sentAtMs INTEGER NOT NULL, receiveCount INTEGER NOT NULL, firstReceivedAtMs INTEGER, visibleAtMs INTEGER NOT NULL
  );
`;

/** The attributes of a message in the form of SQS's API. */
export const messageAttributes = z.record(
  z.string(),
  z.object({
    DataType: z.string(),
    StringValue: z.optional(z.string()),
    BinaryValue: z.optional(z.string()),
  }),
);

/** A row of the file. */
const storedMessage = z.object({
  id: z.string(),
  /** The ARN of its queue. */
  queue: z.string(),
  body: z.string(),
  attributes: jsonColumn(messageAttributes),
  messageGroupId: z.nullable(z.string()),
  sentAtMs: z.number(),
  receiveCount: z.number(),
  firstReceivedAtMs: z.nullable(z.number()),
  /** Hidden until this time. */
  visibleAtMs: z.number(),
});

export type MessageAttributes = z.infer<typeof messageAttributes>;
export type Message = z.infer<typeof storedMessage>;
export type MessageStore = ReturnType<typeof openMessageStore>;

/** Opens the file, which is created when missing. Throws when it cannot be read. */
export function openMessageStore(file: string) {
  const database = new DatabaseSync(file);
  database.exec(schema);
  const insert = database.prepare(
    'INSERT OR REPLACE INTO messages VALUES (:id, :queue, :body, :attributes, :messageGroupId, :sentAtMs, ' +
      ':receiveCount, :firstReceivedAtMs, :visibleAtMs)',
  );
  const update = database.prepare('UPDATE messages SET receiveCount = ?, firstReceivedAtMs = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM messages WHERE id = ?');
  const all = database.prepare('SELECT * FROM messages ORDER BY rowid');
  return {
    /** Returns the messages of an earlier run, in the order in which they reached their queues. */
    messages: (): Message[] => all.all().map((row) => storedMessage.parse(row)),
    put: (message: Message) =>
      void insert.run({ ...message, attributes: JSON.stringify(message.attributes) }),
    /** Records that a message was received again. */
    received: ({ id, receiveCount, firstReceivedAtMs }: Message) =>
      void update.run(receiveCount, firstReceivedAtMs, id),
    remove: (id: string) => void remove.run(id),
    close: () => database.close(),
  };
}
