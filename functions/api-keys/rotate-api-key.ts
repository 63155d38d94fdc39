import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { rotateApiKey } from '../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../shared/modules/identity/api-keys/key-service.ts';

export const handler = endpoint(
  rotateApiKey,
  async ({ scope, principal, params, body, ifMatch, context }) => {
    const rotation = { id: params.id, graceSeconds: body.gracePeriodSeconds };
    const { key, revision } = await keys.rotateApiKey(scope, principal, rotation, ifMatch, context);
    return withRevision(key, revision);
  },
);
