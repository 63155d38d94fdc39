import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getTargeting } from '../../shared/modules/toggles/targeting-contract.ts';
import * as service from '../../shared/modules/toggles/targeting-service.ts';

export const handler = endpoint(getTargeting, async ({ params }) => {
  const { targeting, revision } = await service.getTargeting(params.id);
  return withRevision(targeting, revision);
});
