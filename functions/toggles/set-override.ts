import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { setOverride } from '../../shared/modules/toggles/override-contract.ts';
import * as overrides from '../../shared/modules/toggles/override-service.ts';

export const handler = endpoint(setOverride, async ({ scope, body, ifMatch, context }) => {
  const { overrideToggleId, etag } = await overrides.setOverride(scope, body, ifMatch, context);
  return new Reply({ ok: true, overrideToggleId }, { etag });
});
