import { deleteRecord } from '../../shared/entities/contract.ts';
import * as records from '../../shared/entities/record-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(deleteRecord, async ({ scope, principal, query, ifMatch }) => {
  await records.deleteRecord(scope, query.id, ifMatch, { principal, nowMs: Date.now() });
  return { ok: true as const };
});
