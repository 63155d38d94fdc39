/**
 * Runs the fault tests: `npm run test:faults -- [--seed <integer>] [test files]`, and with less work each
 * `npm run test:faults:short`. A seed repeats the random decisions of an earlier run.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});
const { seed, short: isShort, testNamePattern } = values;
if (seed !== undefined && !Number.isSafeInteger(Number(seed))) {
  console.error(
    'Usage: npm run test:faults -- [--seed <integer>] [--short] [-t <name of a test>] [<test file> …]',
  );
  process.exit(2);
}

const projectRoot = join(import.meta.dirname, '..');
const runner = join(projectRoot, 'node_modules/vitest/vitest.mjs');
const args = [
  ...['--single-threaded-gc', runner, 'run', '--project', 'faults'],
  ...(isShort ? ['--mode', 'short'] : []),
  ...(testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern]),
  ...positionals,
];
const tests = spawn(process.execPath, args, {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, ...(seed !== undefined && { FAULT_SEED: seed }) },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
