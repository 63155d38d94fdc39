import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteToggle } from '../../shared/toggles/contract.ts';
import * as toggles from '../../shared/toggles/toggle-service.ts';

export const handler = endpoint(deleteToggle, async ({ principal, body, query, ifMatch }) => {
  const id = toggles.deletedId(body, query);
  await toggles.deleteToggle(id, ifMatch, { principal, nowMs: Date.now() });
  return { id };
});
