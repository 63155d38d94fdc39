/** Stores Textract's jobs across restarts in a SQLite file. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Block } from './blocks.ts';

export interface NotificationChannel {
  RoleArn: string;
  SNSTopicArn: string;
}

export interface JobRequest {
  bucket: string;
  key: string;
  jobTag?: string | undefined;
  channel?: NotificationChannel | undefined;
}

export interface JobWarning {
  ErrorCode: string;
  Pages: number[];
}

/** The result of a job. */
export interface JobResult {
  status: 'SUCCEEDED' | 'FAILED' | 'PARTIAL_SUCCESS';
  statusMessage?: string;
  pages: number;
  blocks: readonly Block[];
  warnings: readonly JobWarning[];
}

export interface Job {
  id: string;
  request: JobRequest;
  createdAtMs: number;
  /** Undefined while it is in progress. */
  result: JobResult | undefined;
}

export interface JobStore {
  /** Adds a job in progress. `token` is the client's token, if any. */
  add(job: Omit<Job, 'result'>, token: string | undefined): void;
  /** Undefined when it does not exist or is older than Textract's retention. */
  find(id: string, nowMs: number): Job | undefined;
  byToken(token: string, nowMs: number): Job | undefined;
  inProgress(): Job[];
  /** Jobs that ended without a published notification. */
  unnotified(): Job[];
  finish(id: string, result: JobResult): void;
  notified(id: string): void;
  /** Removes results older than Textract's retention. */
  expire(nowMs: number): void;
  close(): void;
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

/** Opens the jobs in a file, which is created when missing. Throws when it cannot be read. */
export function openJobStore(file: string): JobStore {
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
  const one = (row: Record<string, SQLOutputValue> | undefined) => row && jobOf(row);

  return {
    add: ({ id, createdAtMs, request }, token) =>
      void add.run(id, token ?? null, createdAtMs, JSON.stringify(request)),
    find: (id, nowMs) => one(find.get(id, nowMs - retentionMs)),
    byToken: (token, nowMs) => one(byToken.get(token, nowMs - retentionMs)),
    inProgress: () => inProgress.all().map(jobOf),
    unnotified: () => unnotified.all().map(jobOf),
    finish: (id, result) => void finish.run(JSON.stringify(result), id),
    notified: (id) => void notified.run(id),
    expire: (nowMs) => void expire.run(nowMs - retentionMs),
    close: () => database.close(),
  };
}
