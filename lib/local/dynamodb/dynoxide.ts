/** Runs dynoxide, a native DynamoDB on SQLite, as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { indexStreamRecords } from '../lambda/stream-index.ts';
import { freePort, StartError } from '../loopback.ts';
import { databaseMissing, databaseProgram } from './database-program.ts';

export interface Dynoxide {
  endpoint: string;
  /** Stops the process and waits until it has ended. */
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;
const stopWithinMs = 3_000;
const bindAttempts = 3;

/**
 * The supervisor stops dynoxide when its own stdin closes; the kernel closes it even when this process is killed.
 * POSIX gives background jobs /dev/null as stdin, hence the copy on descriptor 3. `read` is a builtin, so the watcher
 * has no child that could outlive it. The shell's own messages are discarded: after this process died, writing one
 * would kill the shell before it stopped the watcher.
 */
const supervisor = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
( while read -r line <&3; do :; done; kill "$server"; sleep 2; kill -9 "$server" ) >/dev/null 2>&1 &
watcher=$!
exec 3<&- 2>/dev/null
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

/** Returns the path of dynoxide's database file. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'dynamodb.sqlite');
}

/**
 * Starts dynoxide on a free loopback port with its database file in `dataDir`, which is created when absent, and waits
 * until it responds. Starts nothing when AWS_ENDPOINT_URL_DYNAMODB or AWS_ENDPOINT_URL is set, and returns that
 * endpoint. Throws a one-line error when there is no binary or when it does not start.
 */
export async function startDynoxide({ dataDir }: { dataDir: string }): Promise<Dynoxide> {
  const external = process.env.AWS_ENDPOINT_URL_DYNAMODB || process.env.AWS_ENDPOINT_URL;
  if (external) return { endpoint: external, stop: async () => {} };
  const binary = resolveBinary();
  mkdirSync(dataDir, { recursive: true });
  const database = databaseFile(dataDir);
  for (let attempt = 1; ; attempt++) {
    const started = await start(binary, await freePort(), database);
    if (typeof started !== 'string') {
      indexStreamRecords(database);
      return started;
    }
    // Between finding a free port and binding it, another process may have taken it.
    if (attempt === bindAttempts || !started.includes('already in use')) throw new Error(started);
  }
}

/** Returns the running process, or the reason why it did not start. */
async function start(binary: string, port: number, database: string): Promise<Dynoxide | string> {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--db-path', database];
  const child = spawnSupervised(binary, args);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-2_000);
    // Written when the port is bound.
    if (output.includes('listening')) resolve(undefined);
  });
  child.once('error', ({ message }) => resolve(message));
  child.once('close', (code, signal) =>
    resolve(output.trim().split('\n').at(-1) || `it stopped with ${signal ?? code}`),
  );
  const timer = setTimeout(() => resolve(`no response in ${readyWithinMs} ms`), readyWithinMs);
  const problem = await promise;
  clearTimeout(timer);
  if (problem === undefined) return { endpoint: `http://127.0.0.1:${port}`, stop: () => stop(child) };
  await stop(child);
  return `dynoxide did not start on port ${port} with ${database}: ${problem}`;
}

function spawnSupervised(binary: string, args: string[]): ChildProcess {
  // Windows has no sh; there only stop() ends the process.
  if (process.platform === 'win32') return spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  return spawn('sh', ['-c', supervisor, 'dynoxide-supervisor', binary, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // In its own process group: Ctrl-C must reach this process first, which then stops its children in order.
    detached: true,
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.stdin) child.stdin.end();
  else child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await exited;
  clearTimeout(timer);
}

function resolveBinary(): string {
  const { platform, arch, env } = process;
  const packaged = packagedFolder();
  const found = databaseProgram({ platform, arch, path: env.PATH ?? '', packaged, exists: existsSync });
  if (found === undefined) throw new StartError(databaseMissing({ platform, arch }));
  return found;
}

function packagedFolder(): string | undefined {
  try {
    const name = `@dynoxide/${process.platform}-${process.arch}/package.json`;
    return dirname(createRequire(import.meta.url).resolve(name));
  } catch {
    return undefined;
  }
}
