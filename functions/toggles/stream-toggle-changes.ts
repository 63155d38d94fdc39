import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { changeStreamHeaders, openChangeStream } from '../../shared/modules/toggles/ofrep/change-stream.ts';
import { streamToggleChanges } from '../../shared/modules/toggles/ofrep/ofrep-contract.ts';

export const handler = streamEndpoint(
  streamToggleChanges,
  async ({ caller, query, client, lastEventId, ended }) => ({
    headers: changeStreamHeaders,
    body: await openChangeStream(caller, query.token, { ip: client.ip, lastEventId, ended }),
  }),
);
