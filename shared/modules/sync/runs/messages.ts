/** The messages of a run's chain: one for each batch, sent when the one before is done. */
import { randomUUID } from 'node:crypto';
import type { Message } from '../../../kernel/queues/message.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { SyncDirection } from '../adapter.ts';
import { type BatchData, queueOf } from './run.ts';

export const batchMessageType = 'data_sync.batch';

export function batchMessage({ tenantId, organizationId }: RowScope, data: BatchData): Message<BatchData> {
  return {
    v: 1,
    id: randomUUID(),
    type: batchMessageType,
    tenantId,
    organizationId,
    idempotencyKey: `${data.runId}:${data.batch}`,
    data,
  };
}

/** Whether the watchdog sent the message because the run stands still: it sends another when this one is lost. */
export function isReminder({ data }: Pick<Message<object>, 'data'>): boolean {
  return 'isReminder' in data && data.isReminder === true;
}

/** Sends the message of a run's next batch. Throws when the queue does not take it. */
export async function sendBatch(
  { direction, ...scope }: RowScope & { direction: SyncDirection },
  data: BatchData,
  delaySeconds?: number,
): Promise<void> {
  await sendMessages(queueOf(direction), [{ message: batchMessage(scope, data), delaySeconds }]);
}
