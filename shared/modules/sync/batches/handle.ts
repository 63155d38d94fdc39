/** What comes to the queue of imports: batches, and events of integrations that runs may wait for. */
import type { Message } from '../../../kernel/queues/message.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import type { BatchDependencies } from '../dependencies.ts';
import { batchMessageType } from '../runs/messages.ts';
import type { BatchData } from '../runs/run.ts';
import { resumeRuns } from '../runs/stalled-runs.ts';
import { runBatch } from './batch-handler.ts';

/** Throws RetryableError, and what the table throws: the message comes again. */
export async function handleSyncMessage(
  message: Message,
  delivery: Delivery,
  parts: BatchDependencies,
): Promise<void> {
  const { type, tenantId, organizationId, data } = message;
  if (type === batchMessageType) return runBatch(message as unknown as Message<BatchData>, delivery, parts);
  if (tenantId === null || organizationId === null) return;
  await resumeRuns({ tenantId, organizationId }, String(data.integrationId), parts.send);
}
