import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { rotateInboundSecret } from '../../shared/inbound/contract.ts';
import * as secrets from '../../shared/inbound/secret-service.ts';

export const handler = endpoint(rotateInboundSecret, async ({ scope, params, body, ifMatch, context }) => {
  const { endpoint: changed, secret } = await secrets.rotateSecret(scope, params.id, body, ifMatch, context);
  return withRevision({ success: true as const, secret }, changed.revision);
});
