import { creation } from '../../shared/kernel/http/creation.ts';
import * as direct from '../../shared/modules/attachments/upload/direct-upload-service.ts';
import { beginVersionUpload } from '../../shared/modules/attachments/versions/version-contract.ts';

export const handler = creation(beginVersionUpload, direct.beginVersionUpload, direct.startedVersionUpload);
