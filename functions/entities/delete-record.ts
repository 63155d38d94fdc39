import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteRecord } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = endpoint(deleteRecord, async ({ scope, context, query, ifMatch }) => {
  await records.deleteRecord(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
