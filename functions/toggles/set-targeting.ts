import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { setTargeting } from '../../shared/modules/toggles/targeting-contract.ts';
import * as service from '../../shared/modules/toggles/targeting-service.ts';

export const handler = endpoint(setTargeting, async ({ params, body, ifMatch, context }) => {
  const { targeting, revision } = await service.setTargeting(params.id, body, ifMatch, context);
  return withRevision(targeting, revision);
});
