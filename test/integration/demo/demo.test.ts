import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Runtime, startRuntime } from '../../../lib/local/runtime.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'demo-test-'));
let runtime: Runtime;

beforeAll(async () => {
  runtime = await startRuntime({
    port: 0,
    dataDir,
    bundleDir: inject('bundleDir'),
    quiet: true,
    settings: { RATE_LIMITS: 'off' },
  });
});

afterAll(async () => {
  await runtime.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the demo as a person would, in a process of its own. */
async function runDemo(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['bin/demo.ts'], { env: { ...process.env, NO_COLOR: '1', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

describe('the demo', () => {
  it('walks every module with the expected answers and prints each step as curl', async () => {
    const { code, output } = await runDemo({ DATA_DIR: dataDir });
    expect(output).not.toContain('✗');
    expect(code).toBe(0);
    expect(output).toContain(`curl -s -X POST '${runtime.baseUrl}/api/business_rules/rules'`);
    expect(output).toMatch(/\d+ steps in [\d.]+ s/);
  });

  it('says what to do when nothing runs', async () => {
    const { code, output } = await runDemo({ DATA_DIR: join(dataDir, 'nothing-here') });
    expect(code).toBe(2);
    expect(output).toContain('npm start');
  });
});
