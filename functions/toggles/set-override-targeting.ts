import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { setOverrideTargeting } from '../../shared/modules/toggles/targeting-contract.ts';
import * as service from '../../shared/modules/toggles/targeting-service.ts';

export const handler = endpoint(setOverrideTargeting, async ({ scope, params, body, ifMatch, context }) => {
  const changed = await service.setOverrideTargeting(scope, params.id, body, ifMatch, context);
  return new Reply(changed.targeting, { etag: changed.etag });
});
