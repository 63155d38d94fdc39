import { viewFeatures } from '../../shared/catalog/broadcast-events.ts';
import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { streamEvents } from '../../shared/modules/events/contract.ts';
import * as stream from '../../shared/modules/events/stream/stream-service.ts';

export const handler = streamEndpoint(streamEvents, stream.streamEvents(viewFeatures));
