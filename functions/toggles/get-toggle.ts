import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toToggle } from '../../shared/modules/toggles/toggle.ts';
import { getToggle } from '../../shared/modules/toggles/toggle-contract.ts';
import * as toggles from '../../shared/modules/toggles/toggle-service.ts';

export const handler = endpoint(getToggle, async ({ params }) => {
  const toggle = await toggles.getToggle(params.id);
  return withRevision(toToggle(toggle), toggle.revision);
});
