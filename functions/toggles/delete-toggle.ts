import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteToggle } from '../../shared/toggles/contract.ts';
import * as toggles from '../../shared/toggles/toggle-service.ts';

export const handler = endpoint(deleteToggle, async ({ body, query, ifMatch, context }) => {
  const id = toggles.deletedId(body, query);
  await toggles.deleteToggle(id, ifMatch, context);
  return { id };
});
