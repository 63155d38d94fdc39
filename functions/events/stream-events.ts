import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { streamEvents } from '../../shared/modules/events/contract.ts';
import { eventStreamHeaders, openEventStream } from '../../shared/modules/events/stream/stream-service.ts';

export const handler = streamEndpoint(
  streamEvents,
  async ({ scope, principal, query, lastEventId, ended }) => ({
    headers: eventStreamHeaders,
    body: openEventStream(scope, principal, { lastEventId: lastEventId ?? query.lastEventId, ended }),
  }),
);
