/** Stores Textract's jobs across restarts in a SQLite file. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Block } from './blocks.ts';

export interface JobRequest {
  bucket: string;
  key: string;
  jobTag?: string | undefined;
  /** The topic for the end of the job, and the role that publishes to it. */
  channel: { RoleArn: string; SNSTopicArn: string };
}

/** The result of a job. */
export interface JobResult {
  status: 'SUCCEEDED' | 'FAILED' | 'PARTIAL_SUCCESS';
  statusMessage?: string;
  pages: number;
  blocks: readonly Block[];
  warnings: readonly { ErrorCode: string; Pages: number[] }[];
}

export interface Job {
  id: string;
  request: JobRequest;
  createdAtMs: number;
  /** Undefined while it is in progress. */
  result: JobResult | undefined;
}

// https://docs.aws.amazon.com/textract/latest/dg/API_GetDocumentTextDetection.html
const retentionMs = 7 * 24 * 3_600_000;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, token TEXT, createdAtMs INTEGER NOT NULL, request TEXT NOT NULL, result TEXT,
    notified INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS tokens ON jobs (token) WHERE token IS NOT NULL;
`;

function jobOf(row: Record<string, SQLOutputValue>): Job {
  return {
    id: String(row.id),
    request: JSON.parse(String(row.request)) as JobRequest,
    createdAtMs: Number(row.createdAtMs),
    result: row.result === null ? undefined : (JSON.parse(String(row.result)) as JobResult),
  };
}

export type JobStore = ReturnType<typeof openJobStore>;

/** Opens the jobs in a file, which is created when missing. Throws when it cannot be read. */
export function openJobStore(file: string) {
  const database = new DatabaseSync(file);
  database.exec(schema);
  const add = database.prepare('INSERT INTO jobs (id, token, createdAtMs, request) VALUES (?, ?, ?, ?)');
  const find = database.prepare('SELECT * FROM jobs WHERE id = ? AND createdAtMs > ?');
  const byToken = database.prepare('SELECT * FROM jobs WHERE token = ? AND createdAtMs > ?');
  const inProgress = database.prepare('SELECT * FROM jobs WHERE result IS NULL ORDER BY createdAtMs');
  const unnotified = database.prepare('SELECT * FROM jobs WHERE result IS NOT NULL AND notified = 0');
  const finish = database.prepare('UPDATE jobs SET result = ? WHERE id = ?');
  const notified = database.prepare('UPDATE jobs SET notified = 1 WHERE id = ?');
  const expire = database.prepare('DELETE FROM jobs WHERE createdAtMs <= ?');

  return {
    /** Adds a job in progress. `token` is the client's token, if any. */
    add: ({ id, createdAtMs, request }: Omit<Job, 'result'>, token: string | undefined) =>
      void add.run(id, token ?? null, createdAtMs, JSON.stringify(request)),
    /** Undefined when it does not exist or is older than Textract's retention. */
    find: (id: string, nowMs: number) => find.all(id, nowMs - retentionMs).map(jobOf)[0],
    byToken: (token: string, nowMs: number) => byToken.all(token, nowMs - retentionMs).map(jobOf)[0],
    inProgress: () => inProgress.all().map(jobOf),
    /** Jobs that ended without a published notification. */
    unnotified: () => unnotified.all().map(jobOf),
    finish: (id: string, result: JobResult) => void finish.run(JSON.stringify(result), id),
    notified: (id: string) => void notified.run(id),
    /** Removes results older than Textract's retention. */
    expire: (nowMs: number) => void expire.run(nowMs - retentionMs),
    close: () => database.close(),
  };
}
