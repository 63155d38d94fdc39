/** What comes to the queue of imports: batches, and events of integrations that runs may wait for. */
import type { Message } from '../workers/message.ts';
import type { Delivery } from '../workers/worker.ts';
import { runBatch } from './engine.ts';
import { batchMessageType } from './messages.ts';
import type { EngineParts } from './parts.ts';
import type { BatchData } from './run.ts';
import { resumeRuns } from './stalled-runs.ts';

/** Throws RetryableError, and what the table throws: the message comes again. */
export async function handleSyncMessage(
  message: Message,
  delivery: Delivery,
  parts: EngineParts,
): Promise<void> {
  const { type, tenantId, organizationId, data } = message;
  if (type === batchMessageType) return runBatch(message as unknown as Message<BatchData>, delivery, parts);
  if (tenantId === null || organizationId === null) return;
  await resumeRuns({ tenantId, organizationId }, String(data.integrationId), parts.send);
}
