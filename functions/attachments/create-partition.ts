import { createPartition } from '../../shared/attachments/contract.ts';
import * as partitions from '../../shared/attachments/partition-service.ts';
import { toStoragePartition } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(createPartition, async ({ scope, context, body }) => {
  const partition = await partitions.createPartition(scope, body, context);
  return withRevision({ item: toStoragePartition(partition) }, partition.revision);
});
