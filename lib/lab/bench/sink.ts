/** A webhook receiver in a child process. */
import { startServer, type ToolServer } from './child.ts';
import type { Arrivals } from './tools/sink.ts';

export interface BenchSink extends ToolServer {
  /** Arrival times of all requests, once there are `count` of them. Throws if there are fewer after a minute. */
  arrivals(count: number): Promise<Arrivals>;
}

/**
 * A receiver of few requests would fill V8's young generation for half an hour, which a soak test could not tell from a
 * leak.
 */
const nodeFlags = ['--max-semi-space-size=1'];

const arriveWithinMs = 60_000;

/** Starts this bundle of the tool `sink`. */
export async function startBenchSink(tool: string): Promise<BenchSink> {
  const server = await startServer(tool, {}, undefined, nodeFlags);
  return {
    ...server,
    async arrivals(count) {
      const signal = AbortSignal.timeout(arriveWithinMs);
      const response = await fetch(`${server.url}/${count}`, { signal }).catch(() => {
        throw new Error(`The receiver did not get ${count} requests within ${arriveWithinMs / 1_000} s.`);
      });
      return (await response.json()) as Arrivals;
    },
  };
}
