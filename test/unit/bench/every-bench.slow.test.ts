/** Runs `npm run bench` as a person does, at its smallest size. The figures mean nothing; each bench must end. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BenchResult } from '../../../lib/bench/bench.ts';
import { benches } from '../../../lib/bench/registry.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'platform-modules-every-bench-'));
let results: Record<string, BenchResult> = {};

beforeAll(async () => {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['bin/bench.ts', '--tiny'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const problems = await text(child.stderr);
  try {
    results = JSON.parse(readFileSync(join(dataDir, 'bench.json'), 'utf8')) as typeof results;
  } catch {
    throw new Error(`The benches wrote no results: ${problems}`);
  }
}, 900_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it.each(benches.map(({ name }) => name))('measures %s', (name) => {
  expect(results[name]?.failure).toBeUndefined();
  expect(results[name]?.ours).toBeGreaterThanOrEqual(0);
});
