import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { downloadFile } from '../../shared/modules/attachments/delivery/delivery-contract.ts';
import * as delivery from '../../shared/modules/attachments/delivery/download-service.ts';

export const handler = streamEndpoint(downloadFile, delivery.downloadFile);
