import { getImage } from '../../shared/attachments/delivery-contract.ts';
import { replyWithImage } from '../../shared/attachments/image-service.ts';
import { streamEndpoint } from '../../shared/http/stream-endpoint.ts';

export const handler = streamEndpoint(getImage, ({ params, query, caller, headOnly }) =>
  replyWithImage({ id: params.id, size: query, headOnly }, caller),
);
