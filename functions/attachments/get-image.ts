import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { getImage } from '../../shared/modules/attachments/delivery/delivery-contract.ts';
import * as images from '../../shared/modules/attachments/delivery/image-service.ts';

export const handler = streamEndpoint(getImage, images.getImage);
