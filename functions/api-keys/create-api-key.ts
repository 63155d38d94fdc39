import { refuseReplay } from '../../shared/kernel/http/create-once.ts';
import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createApiKey } from '../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../shared/modules/identity/api-keys/key-service.ts';

export const handler = creation(
  createApiKey,
  async ({ scope, principal, body, context }) => {
    const { key, revision } = await keys.createApiKey(scope, principal, body, context);
    return withRevision(key, revision);
  },
  refuseReplay,
);
