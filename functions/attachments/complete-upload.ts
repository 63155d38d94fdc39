import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { completeUpload } from '../../shared/modules/attachments/upload/upload-contract.ts';

export const handler = endpoint(completeUpload, direct.completeUpload);
