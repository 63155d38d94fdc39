import { randomUUID } from 'node:crypto';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, inject, it } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';
import { workers } from '../../../shared/catalog/workers.ts';
import { shareOf } from '../../../shared/kernel/queues/tenant-share.ts';
import { tenantShareKey } from '../../../shared/kernel/table/keys.ts';
import { deleteItem, updateItem } from '../../../shared/kernel/table/write.ts';
import { aTenant } from '../../support/builders/tenants.ts';

const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, queues } = inject('aws');
const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
afterAll(() => sqs.destroy());

const withShare = workers.filter(
  ({ trigger }) => trigger.kind === 'queue' && trigger.maxPerTenant !== undefined,
);

/** Reads the latest log lines of a function. */
async function linesOf(name: string): Promise<string[]> {
  const response = await fetch(`${inject('controlUrl')}/logs?functionName=${name}`);
  const { lines } = (await response.json()) as { lines: { line: string }[] };
  return lines.map(({ line }) => line);
}

it.each(withShare.map((worker) => [worker.name, worker] as const))(
  '%s postpones messages of a tenant that has used up its share',
  async (_name, worker) => {
    const { tenantId, organizationId } = await aTenant();
    const { queue, maxPerTenant } = shareOf(worker);
    const key = tenantShareKey({ tenantId }, queue);
    const held = Array.from({ length: maxPerTenant }, (_, index) => [`:s${index}`, Date.now() + 600_000]);
    await updateItem({
      Key: key,
      UpdateExpression: `SET ${held.map(([value], index) => `slot${index} = ${value}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(held),
    });
    // As many messages as one batch of a backlog has. They name unknown resources, so they change nothing.
    const ids = Array.from({ length: 8 }, () => randomUUID());
    const Entries = ids.map((id, index) => ({
      Id: String(index),
      MessageGroupId: tenantId,
      MessageBody: JSON.stringify({
        ...{ v: 1, id, type: 'limits.share.tested', tenantId, organizationId, idempotencyKey: id },
        data: { id: randomUUID(), runId: randomUUID(), batch: 0 },
      }),
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: queues[queue], Entries }));
    const name = functionName('local', worker.module, worker.name);
    const isPostponed = async () => {
      const waiting = (await linesOf(name)).filter((line) =>
        line.includes('concurrency limit of their tenant'),
      );
      return waiting.some((line) => ids.some((id) => line.includes(id)));
    };
    await expect.poll(isPostponed).toBe(true);
    await deleteItem(key);
  },
);
