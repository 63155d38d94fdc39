import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { downloadSharedFile } from '../../shared/modules/attachments/delivery/delivery-contract.ts';
import * as shares from '../../shared/modules/attachments/delivery/share-service.ts';

export const handler = streamEndpoint(downloadSharedFile, shares.downloadSharedFile);
