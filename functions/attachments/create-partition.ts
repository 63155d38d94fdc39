import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createPartition } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as partitions from '../../shared/modules/attachments/partitions/partition-service.ts';
import { toStoragePartition } from '../../shared/modules/attachments/views.ts';

export const handler = creation(
  createPartition,
  async ({ scope, context, body }) => {
    const partition = await partitions.createPartition(scope, body, context);
    return withRevision({ item: toStoragePartition(partition) }, partition.revision);
  },
  async ({ scope, body }, { id }) => {
    const partition = await partitions.getCreated(scope, body.code, id);
    return withRevision({ item: toStoragePartition(partition) }, partition.revision);
  },
);
