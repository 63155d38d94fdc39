import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { createRecord } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = creation(createRecord, records.createRecord, replayId);
