import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createRecord } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = creation(
  createRecord,
  async ({ scope, context, body }) => {
    const { id, revision } = await records.createRecord(scope, body, context);
    return withRevision({ id }, revision);
  },
  replayId,
);
