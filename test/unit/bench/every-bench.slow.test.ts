import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { BenchResult } from '../../../lib/lab/bench/bench.ts';
import { benches } from '../../../lib/lab/bench/registry.ts';
import { folderOfTest } from '../../support/folders.ts';

/** Synthesizes the app of three stages, which takes minutes; test/infra synthesizes them. */
const leftOut = new Set(['synth-memory']);
const names = benches.map(({ name }) => name).filter((name) => !leftOut.has(name));

/** Runs all in one process, so that they share bundles, a runtime and a table. */
async function tinyRun(): Promise<{ output: string; results: Record<string, BenchResult> }> {
  const dataDir = folderOfTest();
  const child = spawn(process.execPath, ['bin/run.mjs', 'bin/bench.ts', '--tiny', ...names], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, problems] = [text(child.stdout), text(child.stderr)];
  await once(child, 'exit');
  return {
    output: `${await output}\n${await problems}`,
    results: JSON.parse(readFileSync(join(dataDir, 'bench.json'), 'utf8')),
  };
}

describe('every bench', () => {
  it('runs to its end at the smallest size', async () => {
    const { output, results } = await tinyRun();
    const failures = Object.entries(results).flatMap(([name, { failure }]) =>
      failure ? [{ name, failure }] : [],
    );
    expect(failures, output).toEqual([]);
    expect(Object.keys(results), output).toEqual(names);
  });
});
