/** Tools of the benches in child processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Runs a tool's bundle with this Node version; job and report are JSON files. Returns the report. `env` is the whole
 * environment of the child. Its standard output goes to a pipe, as in Lambda; each line is passed on. Throws when the
 * child fails.
 */
export async function runTool<Job, Report>(
  tool: string,
  job: Job,
  env: Record<string, string> = {},
  nodeFlags: readonly string[] = [],
  onLine: (line: string) => void = () => {},
): Promise<Report> {
  const dir = mkdtempSync(join(tmpdir(), 'platform-modules-bench-'));
  try {
    const [jobFile, reportFile] = [join(dir, 'job.json'), join(dir, 'report.json')];
    writeFileSync(jobFile, JSON.stringify(job));
    const child = spawn(process.execPath, [...nodeFlags, tool, jobFile, reportFile], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) onLine(line);
    const [code] = await ended;
    if (code !== 0) throw new Error(`${tool} ended with ${code}.`);
    return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export interface ToolServer extends AsyncDisposable {
  url: string;
}

/**
 * Starts a tool that prints its URL and runs until it is killed. Its standard input gets the job, or stays open until
 * this process ends.
 */
export async function startServer(
  tool: string,
  env: Record<string, string> = {},
  job?: unknown,
  nodeFlags: readonly string[] = [],
): Promise<ToolServer> {
  const child = spawn(process.execPath, [...nodeFlags, tool], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  if (job !== undefined) child.stdin.end(JSON.stringify(job));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
