import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { getOverride } from '../../shared/toggles/contract.ts';
import * as overrides from '../../shared/toggles/override-service.ts';

export const handler = endpoint(getOverride, async ({ scope, params }) => {
  const { override, etag } = await overrides.getOverride(scope, params.id);
  return new Reply(override, { etag });
});
