import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a tool's bundle with this Node version; job and report are JSON files. Returns the report. `env` is the whole
 * environment of the child. Its standard output goes to a pipe, as in Lambda, and is dropped. Throws when the child
 * fails.
 */
export async function runTool<Job, Report>(
  tool: string,
  job: Job,
  env: Record<string, string> = {},
  nodeFlags: readonly string[] = [],
): Promise<Report> {
  const dir = mkdtempSync(join(tmpdir(), 'platform-modules-bench-'));
  try {
    const [jobFile, reportFile] = [join(dir, 'job.json'), join(dir, 'report.json')];
    writeFileSync(jobFile, JSON.stringify(job));
    const child = spawn(process.execPath, [...nodeFlags, tool, jobFile, reportFile], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) throw new Error(`${tool} ended with ${code}.`);
    return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
