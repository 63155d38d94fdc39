import { createRecord } from '../../shared/entities/contract.ts';
import * as records from '../../shared/entities/record-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(createRecord, async ({ scope, context, body }) => {
  const { id, revision } = await records.createRecord(scope, body, context);
  return withRevision({ id }, revision);
});
