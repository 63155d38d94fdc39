import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deletePartition } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as partitions from '../../shared/modules/attachments/partitions/partition-service.ts';

export const handler = endpoint(deletePartition, partitions.deletePartition);
