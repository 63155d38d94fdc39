import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createSegment } from '../../shared/modules/toggles/segment-contract.ts';
import * as segments from '../../shared/modules/toggles/segment-service.ts';

export const handler = creation(
  createSegment,
  async ({ scope, body, ifMatch, context }) => {
    const { id, revision } = await segments.createSegment(scope, body, ifMatch, context);
    return withRevision({ id }, revision);
  },
  replayId,
);
