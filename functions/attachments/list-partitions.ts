import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listPartitions } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as service from '../../shared/modules/attachments/partitions/partition-service.ts';
import { toStoragePartition } from '../../shared/modules/attachments/views.ts';

export const handler = endpoint(listPartitions, async ({ scope }) => {
  const partitions = await service.listPartitions(scope);
  return { items: partitions.map(toStoragePartition) };
});
