/** The folder that keeps what survives a restart. One runtime at a time may use it. */
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

/** Its presence says that everything beside it was written by the runtime and may be emptied. */
const markerFile = '.platform-modules';

/** Unix sockets have short paths, hence the hash in the temporary folder rather than a file in the data folder. */
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

/** A socket rather than a file with a process id: the kernel releases it however the process dies. */
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
      `${dataDir} holds files that Platform Modules did not write; it will not empty that folder.`,
    );
  }
  for (const entry of entries) rmSync(join(dataDir, entry), { recursive: true, force: true });
}

const problems: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  EACCES: 'cannot be read and written by you',
  EPERM: 'cannot be read and written by you',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  ENOENT: 'cannot be created there',
};

/** An error of the file system as one line about the data folder; any other error as it is. */
export function dataDirError(dataDir: string, error: unknown): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const problem = typeof code === 'string' ? problems[code] : undefined;
  if (problem === undefined) return error;
  return new StartError(`The data folder ${dataDir} ${problem}. Choose another: DATA_DIR=… npm start`);
}

/** Makes the folder unless it exists; whether it has entries. Throws `StartError` when it cannot be used. */
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
 * Makes the folder and reserves it for this process, emptied when `fresh`. Returns what releases it. Throws
 * `StartError` when another runtime uses it, when it is no folder or not writable, or when `fresh` would delete what is not ours.
 */
export async function openDataDir(dataDir: string, fresh: boolean): Promise<() => Promise<void>> {
  const existed = makeUsable(dataDir);
  const server = await lock(dataDir);
  const release = () => new Promise<void>((done) => server.close(() => done()));
  try {
    if (fresh) empty(dataDir);
    // Keys, sessions and the whole table are in it; a folder from before may be open to others.
    chmodSync(dataDir, 0o700);
    if (fresh || !existed)
      writeFileSync(join(dataDir, markerFile), 'Data of the local runtime; safe to delete.\n');
  } catch (error) {
    await release();
    throw dataDirError(dataDir, error);
  }
  return release;
}
