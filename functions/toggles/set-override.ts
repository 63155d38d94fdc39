import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { setOverride } from '../../shared/toggles/contract.ts';
import * as overrides from '../../shared/toggles/override-service.ts';

export const handler = endpoint(setOverride, async ({ scope, principal, body, ifMatch }) => {
  const context = { principal, nowMs: Date.now() };
  const { overrideToggleId, etag } = await overrides.setOverride(scope, body, ifMatch, context);
  return new Reply({ ok: true, overrideToggleId }, { etag });
});
