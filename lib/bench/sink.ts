/** A webhook receiver in a child process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Arrivals } from './tools/sink.ts';

export interface BenchSink extends AsyncDisposable {
  url: string;
  /** Arrival times of all requests, once there are `count` of them. */
  arrivals(count: number): Promise<Arrivals>;
}

/** Starts this bundle of the tool `sink`. */
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
