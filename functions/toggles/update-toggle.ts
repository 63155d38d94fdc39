import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { updateToggle } from '../../shared/modules/toggles/toggle-contract.ts';
import * as toggles from '../../shared/modules/toggles/toggle-service.ts';

export const handler = endpoint(updateToggle, async ({ body, ifMatch, context }) => {
  const { id, revision } = await toggles.updateToggle(body, ifMatch, context);
  return withRevision({ id }, revision);
});
