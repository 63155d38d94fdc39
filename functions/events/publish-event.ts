import { creation } from '../../shared/kernel/http/creation.ts';
import { publishEvent } from '../../shared/modules/events/publish-contract.ts';
import { publishForCaller } from '../../shared/modules/events/publish-service.ts';

export const handler = creation(
  publishEvent,
  async ({ scope, principal, body, hopsClaim, context }) => ({
    id: await publishForCaller(scope, principal, body, hopsClaim, context),
  }),
  async (_, { id }) => ({ id }),
);
