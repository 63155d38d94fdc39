import { deleteRecord } from '../../shared/entities/contract.ts';
import * as records from '../../shared/entities/record-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteRecord, async ({ scope, context, query, ifMatch }) => {
  await records.deleteRecord(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
