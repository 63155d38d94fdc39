import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { downloadSharedFile } from '../../shared/modules/attachments/delivery/delivery-contract.ts';
import { replyWithShared } from '../../shared/modules/attachments/delivery/share-service.ts';

export const handler = streamEndpoint(
  downloadSharedFile,
  ({ params, query, client, headOnly, range, ifRange, ifNoneMatch }) =>
    replyWithShared(
      params.token,
      client.ip,
      { download: query.download ?? false, headOnly, range, ifRange, ifNoneMatch },
      Date.now(),
    ),
);
