/** Values that several processes of a test run need, and one of them computes. */
import { hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variable with the shared folder of a run; without it, every process computes its own values. */
export const runDirVariable = 'TEST_RUN_DIR';

const pollMs = 50;
const waitAtMostMs = 300_000;

/** Blocks, as synthesis does: modules call it while they are loaded. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function claim(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch {
    return false;
  }
}

/**
 * The value that `make` returns for these options, stored as JSON. The first process computes it, the others wait.
 * Throws errors of `make`.
 */
export function onceInRun<Value>(options: unknown, make: () => Value): Value {
  const dir = process.env[runDirVariable];
  if (dir === undefined) return make();
  const file = join(dir, `${hash('sha256', JSON.stringify(options))}.json`);
  const claimFile = `${file}.claim`;
  for (let waitedMs = 0; waitedMs < waitAtMostMs; waitedMs += pollMs) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    if (claim(claimFile)) break;
    pause(pollMs);
  }
  try {
    const value = make();
    // Atomic: others read it as soon as it exists.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(value));
    renameSync(`${file}.${process.pid}`, file);
    return value;
  } finally {
    rmSync(claimFile, { force: true });
  }
}
