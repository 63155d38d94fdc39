import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { getOverride } from '../../shared/modules/toggles/override-contract.ts';
import * as overrides from '../../shared/modules/toggles/override-service.ts';

export const handler = endpoint(getOverride, async ({ scope, params }) => {
  const { override, etag } = await overrides.getOverride(scope, params.id);
  return new Reply(override, { etag });
});
