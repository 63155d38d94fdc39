import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listPartitions } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as partitions from '../../shared/modules/attachments/partitions/partition-service.ts';

export const handler = endpoint(listPartitions, partitions.listPartitions);
