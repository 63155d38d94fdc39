/** Makes the Lambda handlers that a schedule starts. */
import type { Context } from 'aws-lambda';

/** When a scheduled run began, and when it must end: it leaves the rest to the next run. */
export interface RunTime {
  nowMs: number;
  deadlineMs: number;
}

/** `reserveMs` is the time for what is in progress at the deadline. */
export function scheduled(run: (time: RunTime) => Promise<unknown>, { reserveMs }: { reserveMs: number }) {
  return async (_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const nowMs = Date.now();
    await run({ nowMs, deadlineMs: nowMs + context.getRemainingTimeInMillis() - reserveMs });
  };
}
