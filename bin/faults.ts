/**
 * Runs the fault tests: `npm run test:faults -- [--seed <integer>] [--minutes <number>] [test files]`, and with less work each
 * `npm run test:faults:short`. A seed repeats the random decisions of an earlier run. With `--minutes`, the test of the whole
 * system runs as many seeds as begin in that time, from the given one on.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithUsage, readOptions } from './options/read-options.ts';

const usage =
  'npm run test:faults -- [--seed <integer>] [--minutes <number>] [--short] [-t <name of a test>] [<test file> …]';
const { values, positionals } = readOptions(usage, {
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    short: { type: 'boolean', default: false },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});
const { seed, minutes, short: isShort, testNamePattern } = values;
const isSeed = seed === undefined || Number.isSafeInteger(Number(seed));
const isDuration = minutes === undefined || Number(minutes) > 0;
if (!isSeed || !isDuration) endWithUsage(usage);

const projectRoot = join(import.meta.dirname, '..');
const runner = join(projectRoot, 'node_modules/vitest/vitest.mjs');
const args = [
  // The flags of the heap.
  ...process.execArgv,
  ...[runner, 'run', '--project', 'faults'],
  ...(isShort ? ['--mode', 'short'] : []),
  ...(testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern]),
  ...positionals,
];
const tests = spawn(process.execPath, args, {
  cwd: projectRoot,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(seed !== undefined && { FAULT_SEED: seed }),
    ...(minutes !== undefined && { FAULT_MINUTES: minutes }),
    ...(seed !== undefined && minutes === undefined && { FAULT_REPEATS: 'true' }),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
