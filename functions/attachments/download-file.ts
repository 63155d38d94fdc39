import { downloadFile } from '../../shared/attachments/delivery-contract.ts';
import { replyWithFile } from '../../shared/attachments/download-service.ts';
import { streamEndpoint } from '../../shared/http/stream-endpoint.ts';

export const handler = streamEndpoint(downloadFile, ({ params, query, caller, headOnly, range, ifRange }) =>
  replyWithFile({ id: params.id, download: query.download ?? false, headOnly, range, ifRange }, caller),
);
