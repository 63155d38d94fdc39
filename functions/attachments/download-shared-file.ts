import { downloadSharedFile } from '../../shared/attachments/delivery-contract.ts';
import { replyWithShared } from '../../shared/attachments/share-service.ts';
import { streamEndpoint } from '../../shared/http/stream-endpoint.ts';

export const handler = streamEndpoint(
  downloadSharedFile,
  ({ params, query, client, headOnly, range, ifRange }) =>
    replyWithShared(
      params.token,
      client.ip,
      { download: query.download ?? false, headOnly, range, ifRange },
      Date.now(),
    ),
);
