/** Runs the administrator's tool as a process on the shared runtime. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder with the runtime's `access.json` as DATA_DIR, and the tool on it. */
export function anAdminTool() {
  const dataDir = mkdtempSync(join(tmpdir(), 'admin-test-'));
  writeFileSync(join(dataDir, 'access.json'), JSON.stringify({ aws: inject('aws') }));

  /** Runs the tool; `input` is the typed text. */
  function run(args: readonly string[], { dir = dataDir, input = '' } = {}): Promise<Outcome> {
    const { PATH, HOME } = process.env;
    // Shares the compile cache of the first run: others would take twice as long.
    const env = { PATH, HOME, DATA_DIR: dir, NODE_COMPILE_CACHE: join(dataDir, 'cache') };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, ['bin/admin.ts', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  }

  /** Runs a command that must succeed and returns its output. */
  async function admin<Result = Record<string, string>>(...args: string[]): Promise<Result> {
    const { code, stdout, stderr } = await run([...args, '--local']);
    expect({ code, stderr: stderr.replace(/^Next: .*\n/, '') }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as Result;
  }

  afterAll(() => rmSync(dataDir, { recursive: true }));
  return { dataDir, run, admin };
}
