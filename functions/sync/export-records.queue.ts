import { findAdapter } from '../../shared/sync/adapters.ts';
import { runBatch } from '../../shared/sync/engine.ts';
import { findMapping } from '../../shared/sync/mapping-store.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import type { BatchData } from '../../shared/sync/run.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker<BatchData>((message, delivery) =>
  runBatch(message, delivery, { findAdapter, findMapping, send: sendBatch }),
);
