import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteToggle } from '../../shared/modules/toggles/toggle-contract.ts';
import * as toggles from '../../shared/modules/toggles/toggle-service.ts';

export const handler = endpoint(deleteToggle, async ({ body, query, ifMatch, context }) => {
  const id = toggles.deletedId(body, query);
  await toggles.deleteToggle(id, ifMatch, context);
  return { id };
});
