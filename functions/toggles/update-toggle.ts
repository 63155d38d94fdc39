import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateToggle } from '../../shared/toggles/contract.ts';
import * as toggles from '../../shared/toggles/toggle-service.ts';

export const handler = endpoint(updateToggle, async ({ body, ifMatch, context }) => {
  const { id, revision } = await toggles.updateToggle(body, ifMatch, context);
  return withRevision({ id }, revision);
});
