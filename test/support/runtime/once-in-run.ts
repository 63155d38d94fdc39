/** What several processes of a test run need, and one of them makes. */
import { hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The environment variable with the folder that the processes of a run share; without it, everyone makes its own. */
export const runDirVariable = 'TEST_RUN_DIR';

const pollMs = 50;
const waitAtMostMs = 60_000;

/** Blocks, as synthesis does: modules call this while they are loaded. */
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
 * The value that `make` answers for these options, as JSON keeps it. The first process that asks makes it, the others wait.
 * Throws what `make` throws.
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
    // In one step: others read it as soon as it is there.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(value));
    renameSync(`${file}.${process.pid}`, file);
    return value;
  } finally {
    rmSync(claimFile, { force: true });
  }
}
