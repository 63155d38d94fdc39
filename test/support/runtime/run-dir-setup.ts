/** A folder for values shared by the processes of a test run, for the duration of the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDirVariable } from './once-in-run.ts';

export default function setup() {
  const dir = mkdtempSync(join(tmpdir(), 'platform-test-run-'));
  process.env[runDirVariable] = dir;
  return () => rmSync(dir, { recursive: true, force: true });
}
