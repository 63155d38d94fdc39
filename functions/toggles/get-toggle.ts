import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getToggle } from '../../shared/toggles/contract.ts';
import { toToggle } from '../../shared/toggles/toggle.ts';
import * as toggles from '../../shared/toggles/toggle-service.ts';

export const handler = endpoint(getToggle, async ({ params }) => {
  const toggle = await toggles.getToggle(params.id);
  return withRevision(toToggle(toggle), toggle.revision);
});
