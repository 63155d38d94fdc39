import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import * as stream from '../../shared/modules/toggles/ofrep/change-stream.ts';
import { streamToggleChanges } from '../../shared/modules/toggles/ofrep/ofrep-contract.ts';

export const handler = streamEndpoint(streamToggleChanges, stream.streamToggleChanges);
