/** The data folder, which survives restarts. One runtime at a time may use it. */
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './loopback.ts';

/** Whose data a folder contains. */
export interface DataOwner {
  /** Name of the product, for messages. */
  name: string;
  /** Name of the file that shows that the runtime wrote the folder and may empty it. It contains the format. */
  markerFile: string;
  /** Number of the format of new data. */
  format: number;
  /** What to do about data of another format; undefined for data that can be used. */
  formatProblem: (data: string, format: number | undefined) => string | undefined;
}

const lockFile = 'lock.sqlite';
/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const isBusy = (error: unknown): boolean => error instanceof Error && error.message === 'database is locked';

/**
 * Locks the folder by a transaction that stays open: the kernel ends it even when the process is killed. Returns the
 * function that releases it.
 */
function lock(dataDir: string, { name }: DataOwner): () => void {
  const database = new DatabaseSync(join(dataDir, lockFile));
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new StartError(
      `${name} already runs with the data in ${dataDir}. Stop it, or use another folder: DATA_DIR=…`,
    );
  }
}

const problems: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  EACCES: 'cannot be read and written by your user',
  EPERM: 'cannot be read and written by your user',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  ENOENT: 'cannot be created there',
};

/** Turns a file system error into one line about the data folder; returns any other error unchanged. */
export function dataDirError(dataDir: string, error: unknown): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const problem = typeof code === 'string' ? problems[code] : undefined;
  if (problem === undefined) return error;
  return new StartError(`The data folder ${dataDir} ${problem}. Choose another: DATA_DIR=… npm start`);
}

/** Throws `StartError` when the table in the folder has another format than this version. */
function assertFormat(dataDir: string, { markerFile, formatProblem }: DataOwner): void {
  const [, format] = /format (\d+)/.exec(readFileSync(join(dataDir, markerFile), 'utf8')) ?? [];
  const problem = formatProblem(`The table in ${dataDir}`, format === undefined ? undefined : Number(format));
  if (problem !== undefined) throw new StartError(`${problem}, or start empty: npm start -- --fresh`);
}

/** Marks an empty folder as one that the runtime may empty. */
function mark(dataDir: string, { markerFile, format }: DataOwner): void {
  writeFileSync(join(dataDir, markerFile), `Data of the local runtime, format ${format}; safe to delete.\n`);
}

/**
 * Creates the folder for files of another program, so that a runtime which uses it later may empty it. Changes nothing in a
 * folder with files. Throws `StartError` when it cannot be created.
 */
export function makeDataDir(dataDir: string, owner: DataOwner): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (readdirSync(dataDir).length === 0) mark(dataDir, owner);
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

/**
 * Creates the folder and reserves it for this process, emptied when `fresh`. Returns the function that releases it.
 * Throws `StartError` when another runtime uses the folder, when it is not a writable folder, when its table has another
 * format, or when `fresh` would delete files that the runtime did not write.
 */
export async function openDataDir(dataDir: string, owner: DataOwner, fresh: boolean): Promise<() => void> {
  const { name: product, markerFile } = owner;
  let release: (() => void) | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const entries = readdirSync(dataDir).filter((name) => name !== lockFile);
    if (fresh && entries.length > 0 && !entries.includes(markerFile)) {
      throw new StartError(
        `${dataDir} holds files that ${product} did not write, so it is not emptied. Choose another folder with ` +
          'DATA_DIR=…, or delete the files yourself.',
      );
    }
    release = lock(dataDir, owner);
    if (fresh) for (const entry of entries) rmSync(join(dataDir, entry), { recursive: true, force: true });
    // It contains keys, sessions and the whole table; an existing folder may be readable by others.
    chmodSync(dataDir, 0o700);
    if (fresh || entries.length === 0) mark(dataDir, owner);
    else if (entries.includes(markerFile)) assertFormat(dataDir, owner);
    return release;
  } catch (error) {
    release?.();
    throw dataDirError(dataDir, error);
  }
}
