import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deletePartition } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as partitions from '../../shared/modules/attachments/partitions/partition-service.ts';

export const handler = endpoint(deletePartition, async ({ scope, context, query, ifMatch }) => {
  await partitions.deletePartition(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
