#!/usr/bin/env node
// The first command on a fresh clone. Plain JavaScript on purpose: it must run on the host's Node 20 before
// anything is installed. It installs what is missing, then hands over to the Node version that Lambda runs,
// which is pinned as the npm package `node`, so the host's version never decides how the product behaves.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** npm writes what it installed into `.package-lock.json`; when it disagrees with the lock file, install. */
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
// Tests and workers keep every core busy: threads that collect garbage in parallel would only cost CPU.
const hasWorkers = ['vitest', 'bin/local.ts', 'bin/bench.ts'].includes(command);
const flags = hasWorkers ? ['--single-threaded-gc'] : [];
const child = spawn(pinnedNode, [...flags, script, ...args], {
  cwd: root,
  // The channel tells the child when this process dies in a way that sends no signal (kill -9).
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...(command === 'bin/local.ts' && {
      // Without it Node strips the types of every source file at every start.
      NODE_COMPILE_CACHE: join(modules, '.cache', 'platform-modules', 'code'),
      // The memory of workers that have ended is given back, rather than kept for each thread that ever was.
      MALLOC_ARENA_MAX: '2',
    }),
    ...process.env,
    PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  },
});
// Ctrl-C reaches the whole process group; the child stops its own children and decides when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm runs scripts in a shell that does not pass signals on: when it is gone, this process has a new parent.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
