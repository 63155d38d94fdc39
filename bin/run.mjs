// /usr/bin/env node The first command on a fresh clone. Plain JavaScript on purpose: it must run on the host's Node
// 20 before anything is installed. It installs what is missing, then runs the script with Lambda's Node version,
// which is pinned as the npm package `node`, so that the product behaves the same on every host.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * npm writes the installed packages into `.package-lock.json`; if it differs from the lock file, they are installed
 * again.
 */
function installIsCurrent() {
  const installedLock = join(modules, '.package-lock.json');
  if (!existsSync(installedLock) || !existsSync(pinnedNode)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

if (!installIsCurrent()) {
  console.error('Installing dependencies (npm ci). This happens once, and again when the lock file changes.');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const installed = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (installed.status !== 0) {
    console.error('npm ci failed; its messages are above.');
    process.exit(installed.status ?? 1);
  }
}

const [command = 'bin/local.ts', ...args] = process.argv.slice(2);
const script = command === 'vitest' ? join(modules, 'vitest', 'vitest.mjs') : join(root, command);
// Tests and workers keep every core busy, so parallel garbage collection threads would only cost CPU.
const hasWorkers = ['vitest', 'bin/local.ts', 'bin/bench.ts', 'bin/faults.ts', 'bin/fuzz.ts'].includes(
  command,
);
// By default, a worker collects its whole heap of 15 MB after every 50 requests, which takes a fifth of its time.
const heap = ['--min-semi-space-size=4', '--initial-old-space-size=48', '--heap-growing-percent=150'];
const isInspected = command === 'bin/local.ts' && args.includes('--inspect');
const flags = [
  ...(isInspected ? ['--inspect=127.0.0.1:9229'] : []),
  ...(hasWorkers ? ['--single-threaded-gc', ...heap] : []),
];
const child = spawn(pinnedNode, [...flags, script, ...args], {
  cwd: root,
  // The channel notifies the child when this process dies without a signal (kill -9).
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...(command === 'bin/local.ts' && {
      // Caches compiled code; without the cache, Node strips the types of every source file at every start.
      NODE_COMPILE_CACHE: join(modules, '.cache', 'platform-modules', 'code'),
      // Returns the memory of ended workers, instead of keeping it for each thread that ever ran.
      MALLOC_ARENA_MAX: '2',
      // esbuild, a Go program, collects its garbage more often above this; a first start bundles during the first calls.
      GOMEMLIMIT: '350MiB',
    }),
    ...process.env,
    PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  },
});
// Ctrl-C reaches the whole process group; the child stops its own children and then ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm runs scripts in a shell that does not forward signals: when the shell ends, this process has a new parent.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
