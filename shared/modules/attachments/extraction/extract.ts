/** The worker of the queue `text-extraction`. Repeated messages take effect once. */
import type { Message } from '../../../kernel/queues/message.ts';
import type { Delivery } from '../../../kernel/queues/worker.ts';
import { getPartition } from '../partitions/partition-store.ts';
import { attempt, fail, finish, openAttachment } from './extraction-run.ts';
import { readFile } from './read-file.ts';
import { routeOf } from './route.ts';

export type ExtractionMessage = Message<{ id: string; run?: number }>;

/** Extracts the text of a new attachment, or of one whose extraction was requested. */
export async function extract({ tenantId, data }: ExtractionMessage, delivery: Delivery): Promise<void> {
  if (tenantId === null) return;
  const attachment = await openAttachment(tenantId, data.id, data.run ?? 1);
  if (attachment === undefined) return;
  const partition = await getPartition(attachment, attachment.partitionCode);
  const route = partition?.requiresOcr ? routeOf(attachment) : undefined;
  if (route === undefined) return fail(attachment, null);
  await attempt(attachment, delivery, async () => {
    const content = await readFile(attachment, route);
    if (content !== undefined) await finish(attachment, content);
  });
}
