import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { getImage } from '../../shared/modules/attachments/delivery/delivery-contract.ts';
import { replyWithImage } from '../../shared/modules/attachments/delivery/image-service.ts';

export const handler = streamEndpoint(getImage, ({ params, query, caller, headOnly }) =>
  replyWithImage({ id: params.id, size: query, version: query.v, headOnly }, caller),
);
