import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { publishEvent } from '../../shared/modules/events/contract.ts';
import { publishOwnEvent } from '../../shared/modules/events/publish-service.ts';

export const handler = endpoint(publishEvent, async ({ scope, body, context }) => ({
  id: await publishOwnEvent(scope, body, context.nowMs),
}));
