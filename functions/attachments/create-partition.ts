import { creation } from '../../shared/kernel/http/creation.ts';
import { createPartition } from '../../shared/modules/attachments/partitions/partition-contract.ts';
import * as partitions from '../../shared/modules/attachments/partitions/partition-service.ts';

export const handler = creation(createPartition, partitions.createPartition, partitions.createdPartition);
