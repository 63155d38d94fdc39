import { listPartitions } from '../../shared/attachments/contract.ts';
import * as service from '../../shared/attachments/partition-service.ts';
import { toStoragePartition } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listPartitions, async ({ scope }) => {
  const partitions = await service.listPartitions(scope);
  return { items: partitions.map(toStoragePartition) };
});
