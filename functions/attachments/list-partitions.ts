import { listPartitions } from '../../shared/attachments/contract.ts';
import * as store from '../../shared/attachments/partition-store.ts';
import { toStoragePartition } from '../../shared/attachments/views.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listPartitions, async ({ scope }) => {
  const partitions = await store.listPartitions(scope);
  return { items: partitions.map(toStoragePartition) };
});
