import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createToggle } from '../../shared/modules/toggles/toggle-contract.ts';
import * as toggles from '../../shared/modules/toggles/toggle-service.ts';

export const handler = creation(
  createToggle,
  async ({ body, context }) => {
    const { id, revision } = await toggles.createToggle(body, context);
    return withRevision({ id }, revision);
  },
  replayId,
);
