import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createToggle } from '../../shared/toggles/contract.ts';
import * as toggles from '../../shared/toggles/toggle-service.ts';

export const handler = endpoint(createToggle, async ({ body, context }) => {
  const { id, revision } = await toggles.createToggle(body, context);
  return withRevision({ id }, revision);
});
