/** Runs dynoxide, a native DynamoDB on SQLite, as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexStreamRecords } from '../lambda/stream-index.ts';

export interface Dynoxide {
  endpoint: string;
  /** Stops the process and waits until it has ended. */
  stop(): Promise<void>;
}

const readyWithinMs = 10_000;
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
 * Starts dynoxide on a loopback port (a free one unless given) with its database file in `dataDir`, which is created
 * when absent, and waits until it responds. Starts nothing when AWS_ENDPOINT_URL_DYNAMODB or AWS_ENDPOINT_URL is set,
 * and returns that endpoint. Throws a one-line error when there is no binary or when it does not start.
 */
export async function startDynoxide(options: { dataDir: string; port?: number }): Promise<Dynoxide> {
  const external = process.env.AWS_ENDPOINT_URL_DYNAMODB || process.env.AWS_ENDPOINT_URL;
  if (external) return { endpoint: external, stop: async () => {} };
  const binary = resolveBinary();
  mkdirSync(options.dataDir, { recursive: true });
  const database = databaseFile(options.dataDir);
  for (let attempt = 1; ; attempt++) {
    const port = options.port || (await freePort());
    const started = await start(binary, port, database);
    if (typeof started !== 'string') {
      indexStreamRecords(database);
      return started;
    }
    // Between finding a free port and binding it, another process may have taken it.
    if (options.port || attempt === bindAttempts || !started.includes('already in use'))
      throw new Error(started);
  }
}

async function start(binary: string, port: number, database: string): Promise<Dynoxide | string> {
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawnSupervised(binary, [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--db-path',
    database,
  ]);
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = `${output}${chunk}`.slice(-2_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = output.trim().split('\n').at(-1) || `it stopped with ${signal ?? code}`;
  });

  const deadlineMs = Date.now() + readyWithinMs;
  while (ended === undefined && Date.now() < deadlineMs) {
    // Checks its log line as well: on a taken port, the other server would respond.
    if (output.includes('listening') && (await isHealthy(endpoint)))
      return { endpoint, stop: () => stop(child) };
    await sleep(20);
  }
  await stop(child);
  return `dynoxide did not start on port ${port} with ${database}: ${ended ?? `no response in ${readyWithinMs} ms`}`;
}

function spawnSupervised(binary: string, args: string[]): ChildProcess {
  // Windows has no sh; there only stop() ends the process.
  if (process.platform === 'win32') return spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return spawn('sh', ['-c', supervisor, 'dynoxide-supervisor', binary, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // In its own process group: Ctrl-C must reach this process first, which then stops its children in order.
    detached: true,
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.stdin) child.stdin.end();
  else child.kill();
  const timeout = new AbortController();
  const forced = sleep(stopWithinMs, undefined, { signal: timeout.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
  await exited;
  timeout.abort();
  await forced;
}

/** GET / is dynoxide's health check. Not `fetch`, whose first use takes a tenth of a second. */
async function isHealthy(endpoint: string): Promise<boolean> {
  try {
    const [response] = await once(get(endpoint, { signal: AbortSignal.timeout(1_000) }), 'response');
    return (await text(response)).startsWith('healthy');
  } catch {
    return false;
  }
}

function resolveBinary(): string {
  const file = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  const packaged = packagedFolder();
  const folders = [...(packaged ? [packaged] : []), ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, file)).find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    `no dynoxide for ${process.platform}-${process.arch}: put its binary on PATH (brew install nubo-db/tap/dynoxide, or cargo install dynoxide-rs), ` +
      'or set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB endpoint',
  );
}

function packagedFolder(): string | undefined {
  try {
    const name = `@dynoxide/${process.platform}-${process.arch}/package.json`;
    return dirname(createRequire(import.meta.url).resolve(name));
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
