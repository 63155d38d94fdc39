import { publishEvent } from '../../shared/events/contract.ts';
import { publishOwnEvent } from '../../shared/events/publish-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(publishEvent, async ({ scope, body, context }) => ({
  id: await publishOwnEvent(scope, body, context.nowMs),
}));
