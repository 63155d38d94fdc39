import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { downloadFile } from '../../shared/modules/attachments/delivery/delivery-contract.ts';
import { replyWithFile } from '../../shared/modules/attachments/delivery/download-service.ts';

export const handler = streamEndpoint(
  downloadFile,
  ({ params, query, caller, headOnly, range, ifRange, ifNoneMatch }) =>
    replyWithFile(
      {
        ...{ id: params.id, version: query.v, download: query.download ?? false },
        ...{ headOnly, range, ifRange, ifNoneMatch },
      },
      caller,
    ),
);
