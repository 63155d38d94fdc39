/** Starts the tool `bare-server` in a child process. */
import { startServer } from './child.ts';
import type { BareServerJob } from './tools/bare-server.ts';

const environment = {
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'not-a-secret',
  HOME: '/nonexistent',
};

export interface BareServer {
  url: string;
  stop(): Promise<void>;
}

/** Runs this bundle of the tool with the job. */
export async function startBareServer(tool: string, job: BareServerJob): Promise<BareServer> {
  const server = await startServer(tool, environment, job);
  return { url: server.url, stop: async () => server[Symbol.asyncDispose]() };
}
