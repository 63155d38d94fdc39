import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createRecord } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = endpoint(createRecord, async ({ scope, context, body }) => {
  const { id, revision } = await records.createRecord(scope, body, context);
  return withRevision({ id }, revision);
});
