/** The data folder, which survives restarts. One runtime at a time may use it. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from './loopback.ts';

/** Its presence shows that the runtime wrote the folder and may empty it. */
const markerFile = '.platform-modules';

/** Paths of Unix sockets are short, so the socket is in the temporary folder, named by a hash of the data folder. */
function socketPath(dataDir: string): string {
  const digest = createHash('sha256').update(`${userInfo().username}\n${dataDir}`).digest('hex').slice(0, 24);
  const name = `platform-modules-${digest}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function bind(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => resolve(server.unref()));
  });
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A socket instead of a file with a process id: the kernel releases it even when the process is killed. */
async function lock(dataDir: string): Promise<Server> {
  const path = socketPath(realpathSync(dataDir));
  const server = await bind(path);
  if (server !== undefined) return server;
  if (!(await isServed(path))) {
    rmSync(path, { force: true });
    const second = await bind(path);
    if (second !== undefined) return second;
  }
  throw new StartError(
    `Platform Modules already runs with the data in ${dataDir}. Stop it, or use another folder: DATA_DIR=…`,
  );
}

function empty(dataDir: string): void {
  const entries = readdirSync(dataDir);
  if (entries.length > 0 && !entries.includes(markerFile)) {
    throw new StartError(
      `${dataDir} holds files that Platform Modules did not write, so it is not emptied. Choose another folder with ` +
        'DATA_DIR=…, or delete the files yourself.',
    );
  }
  for (const entry of entries) rmSync(join(dataDir, entry), { recursive: true, force: true });
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

/** Creates the folder unless it exists. Returns whether it has entries. Throws `StartError` when it cannot be used. */
function makeUsable(dataDir: string): boolean {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return readdirSync(dataDir).length > 0;
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
}

/**
 * Creates the folder and reserves it for this process, emptied when `fresh`. Returns the function that releases it.
 * Throws `StartError` when another runtime uses the folder, when it is not a writable folder, or when `fresh` would
 * delete files that the runtime did not write.
 */
export async function openDataDir(dataDir: string, fresh: boolean): Promise<() => Promise<void>> {
  const existed = makeUsable(dataDir);
  const server = await lock(dataDir);
  const release = () => new Promise<void>((done) => server.close(() => done()));
  try {
    if (fresh) empty(dataDir);
    // It contains keys, sessions and the whole table; an existing folder may be readable by others.
    chmodSync(dataDir, 0o700);
    if (fresh || !existed)
      writeFileSync(join(dataDir, markerFile), 'Data of the local runtime; safe to delete.\n');
  } catch (error) {
    await release();
    throw dataDirError(dataDir, error);
  }
  return release;
}
