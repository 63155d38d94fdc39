import { findAdapter } from '../../shared/sync/adapters.ts';
import { handleSyncMessage } from '../../shared/sync/handle.ts';
import { findMapping } from '../../shared/sync/mapping-store.ts';
import { sendBatch } from '../../shared/sync/messages.ts';
import { queueWorker } from '../../shared/workers/worker.ts';

export const handler = queueWorker((message, delivery) =>
  handleSyncMessage(message, delivery, { findAdapter, findMapping, send: sendBatch }),
);
