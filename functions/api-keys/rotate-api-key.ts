import { rotateApiKey } from '../../shared/api-keys/contract.ts';
import * as keys from '../../shared/api-keys/key-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';

export const handler = endpoint(
  rotateApiKey,
  async ({ scope, principal, params, body, ifMatch, context }) => {
    const rotation = { id: params.id, graceSeconds: body.gracePeriodSeconds };
    const { key, revision } = await keys.rotateApiKey(scope, principal, rotation, ifMatch, context);
    return withRevision(key, revision);
  },
);
