import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteRecord } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = endpoint(deleteRecord, records.deleteRecord);
