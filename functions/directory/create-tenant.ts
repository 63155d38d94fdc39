import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createTenant } from '../../shared/modules/identity/directory/tenant-contract.ts';
import * as tenants from '../../shared/modules/identity/directory/tenant-service.ts';

export const handler = creation(
  createTenant,
  async ({ body, context }) => {
    const { id, revision } = await tenants.createTenant(body, context);
    return withRevision({ id }, revision);
  },
  replayId,
);
