/** Webhook receivers of one test file. */
import { afterAll } from 'vitest';
import { type Sink, startSink } from './sink.ts';

/** Starts a receiver that responds with the statuses in order, and then always with the last one. */
export type StartReceiver = (
  status?: number | readonly number[],
  headers?: Record<string, string>,
) => Promise<Sink>;

/** Call it at the top of a test file: its receivers are stopped after its last test. */
export function useReceivers(): StartReceiver {
  const sinks: Sink[] = [];
  afterAll(() => Promise.all(sinks.map((sink) => sink.stop())));
  return async (status = 200, headers = {}) => {
    const sink = await startSink();
    sinks.push(sink);
    const statuses = [status].flat();
    sink.respond((_, index) => ({
      status: statuses[Math.min(index, statuses.length - 1)] ?? 200,
      headers: { 'content-type': 'text/plain', ...headers },
      body: `answer ${index + 1}`,
    }));
    return sink;
  };
}
