/** A receiver of webhooks in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Arrivals } from './tools/sink.ts';

export interface BenchSink extends AsyncDisposable {
  url: string;
  /** When the requests so far arrived, once there are `count` of them. */
  arrivals(count: number): Promise<Arrivals>;
}

/** Starts the tool `sink` of this bundle. */
export async function startBenchSink(tool: string): Promise<BenchSink> {
  const child = spawn(process.execPath, [tool], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    async arrivals(count) {
      const response = await fetch(`${url}/${count}`);
      return (await response.json()) as Arrivals;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
