import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { streamBody } from '../../shared/kernel/http/stream-body.ts';
import { uploadVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-upload.ts';

export const handler = endpoint(uploadVersion, versions.uploadVersion, streamBody);
