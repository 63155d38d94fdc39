import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { publishEvent } from '../../shared/modules/events/contract.ts';
import { publishForCaller } from '../../shared/modules/events/publish-service.ts';

export const handler = endpoint(publishEvent, async ({ scope, principal, body, hopsClaim, context }) => ({
  id: await publishForCaller(scope, principal, body, { hopsClaim, nowMs: context.nowMs }),
}));
