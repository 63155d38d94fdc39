import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updatePartition } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as partitions from '../../shared/modules/attachments/partitions/partition-service.ts';

export const handler = endpoint(updatePartition, partitions.updatePartition);
