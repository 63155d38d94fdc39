/** The worker of the queue `event-log`. */
import type { BatchHandler, Received } from '../../../kernel/queues/batch-worker.ts';
import { recordEvents } from './log-store.ts';

type Data = Record<string, unknown>;

/** Puts events into the log of their tenants. Events of the whole platform have no log. */
export const recordInLog: BatchHandler<Data> = async (batch: readonly Received<Data>[]) => {
  await recordEvents(
    batch.flatMap(({ message }) => {
      const { tenantId } = message;
      return tenantId === null ? [] : [{ ...message, tenantId }];
    }),
  );
};
