import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { setOverride } from '../../shared/toggles/contract.ts';
import * as overrides from '../../shared/toggles/override-service.ts';

export const handler = endpoint(setOverride, async ({ scope, body, ifMatch, context }) => {
  const { overrideToggleId, etag } = await overrides.setOverride(scope, body, ifMatch, context);
  return new Reply({ ok: true, overrideToggleId }, { etag });
});
