import { creation } from '../../shared/kernel/http/creation.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { beginUpload } from '../../shared/modules/attachments/upload/upload-contract.ts';

export const handler = creation(beginUpload, direct.beginUpload, direct.startedUpload);
