import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { getOverrideTargeting } from '../../shared/modules/toggles/targeting-contract.ts';
import * as service from '../../shared/modules/toggles/targeting-service.ts';

export const handler = endpoint(getOverrideTargeting, async ({ scope, params }) => {
  const { targeting, etag } = await service.getOverrideTargeting(scope, params.id);
  return new Reply(targeting, { etag });
});
