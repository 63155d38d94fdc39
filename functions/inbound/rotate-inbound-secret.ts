import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { rotateInboundSecret } from '../../shared/modules/webhooks/inbound/contract.ts';
import * as secrets from '../../shared/modules/webhooks/inbound/secret-service.ts';

export const handler = endpoint(rotateInboundSecret, async ({ scope, params, body, ifMatch, context }) => {
  const { endpoint: changed, secret } = await secrets.rotateSecret(scope, params.id, body, ifMatch, context);
  return withRevision({ success: true as const, secret }, changed.revision);
});
