import { deletePartition } from '../../shared/attachments/contract.ts';
import * as partitions from '../../shared/attachments/partition-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deletePartition, async ({ scope, context, query, ifMatch }) => {
  await partitions.deletePartition(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
