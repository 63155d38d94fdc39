import { eventStreamHeaders, openEventStream } from '../../shared/broadcast/stream-service.ts';
import { streamEvents } from '../../shared/events/contract.ts';
import { streamEndpoint } from '../../shared/http/stream-endpoint.ts';

export const handler = streamEndpoint(
  streamEvents,
  async ({ scope, principal, query, lastEventId, ended }) => ({
    headers: eventStreamHeaders,
    body: openEventStream(scope, principal, { lastEventId: lastEventId ?? query.lastEventId, ended }),
  }),
);
