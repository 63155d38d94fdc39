import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { streamBody } from '../../shared/kernel/http/stream-body.ts';
import { uploadAttachment } from '../../shared/modules/attachments/upload/upload-contract.ts';
import * as uploads from '../../shared/modules/attachments/upload/upload-service.ts';

export const handler = endpoint(uploadAttachment, uploads.uploadAttachment, streamBody);
