/** A webhook receiver in a child process. */
import { startServer, type ToolServer } from './child.ts';
import type { Arrivals } from './tools/sink.ts';

export interface BenchSink extends ToolServer {
  /** Arrival times of all requests, once there are `count` of them. */
  arrivals(count: number): Promise<Arrivals>;
}

/**
 * A receiver of few requests would fill V8's young generation for half an hour, which a soak test could not tell from a
 * leak.
 */
const nodeFlags = ['--max-semi-space-size=1'];

/** Starts this bundle of the tool `sink`. */
export async function startBenchSink(tool: string): Promise<BenchSink> {
  const server = await startServer(tool, {}, undefined, nodeFlags);
  return {
    ...server,
    async arrivals(count) {
      const response = await fetch(`${server.url}/${count}`);
      return (await response.json()) as Arrivals;
    },
  };
}
