/** A folder for what the processes of a test run share, for as long as the run lasts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDirVariable } from './once-in-run.ts';

export default function setup() {
  const dir = mkdtempSync(join(tmpdir(), 'platform-test-run-'));
  process.env[runDirVariable] = dir;
  return () => rmSync(dir, { recursive: true, force: true });
}
