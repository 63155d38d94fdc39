/** Starts the tool `bare-server` in a child process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BareServerJob } from './tools/bare-server.ts';

export interface BareServer {
  url: string;
  stop(): Promise<void>;
}

const environment = {
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'not-a-secret',
  HOME: '/nonexistent',
};

/** Runs this bundle of the tool with the job. */
export async function startBareServer(tool: string, job: BareServerJob): Promise<BareServer> {
  const child = spawn(process.execPath, [tool], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${line.toString().trim()}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
