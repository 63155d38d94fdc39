import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toRecord } from '../../shared/modules/entities/record.ts';
import { updateRecord } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = endpoint(updateRecord, async ({ scope, context, body, ifMatch }) => {
  const record = await records.updateRecord(scope, body, ifMatch, context);
  return withRevision(toRecord(record), record.revision);
});
