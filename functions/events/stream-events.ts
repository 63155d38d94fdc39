import { viewFeatures } from '../../shared/catalog/broadcast-events.ts';
import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { streamEvents } from '../../shared/modules/events/contract.ts';
import { eventStreamHeaders, openEventStream } from '../../shared/modules/events/stream/stream-service.ts';

export const handler = streamEndpoint(
  streamEvents,
  async ({ scope, principal, query, client, lastEventId, ended }) => ({
    headers: eventStreamHeaders,
    body: openEventStream(scope, principal, {
      ip: client.ip,
      viewFeatures,
      lastEventId: lastEventId ?? query.lastEventId,
      ended,
    }),
  }),
);
