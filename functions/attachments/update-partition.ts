import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updatePartition } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as partitions from '../../shared/modules/attachments/partitions/partition-service.ts';
import { toStoragePartition } from '../../shared/modules/attachments/views.ts';

export const handler = endpoint(updatePartition, async ({ scope, context, body, ifMatch }) => {
  const partition = await partitions.updatePartition(scope, body, ifMatch, context);
  return withRevision({ item: toStoragePartition(partition) }, partition.revision);
});
