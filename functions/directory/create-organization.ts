import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createOrganization } from '../../shared/modules/identity/directory/organization-contract.ts';
import * as organizations from '../../shared/modules/identity/directory/organization-service.ts';

export const handler = creation(
  createOrganization,
  async ({ scope, principal, body, context }) => {
    const input = { ...body, tenantId: scope.tenantId };
    const { id, revision } = await organizations.createOrganization(input, context, principal);
    return withRevision({ id }, revision);
  },
  replayId,
);
