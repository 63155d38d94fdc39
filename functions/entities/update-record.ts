import { updateRecord } from '../../shared/entities/contract.ts';
import { toRecord } from '../../shared/entities/record.ts';
import * as records from '../../shared/entities/record-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(updateRecord, async ({ scope, context, body, ifMatch }) => {
  const record = await records.updateRecord(scope, body, ifMatch, context);
  return withRevision(toRecord(record), record.revision);
});
