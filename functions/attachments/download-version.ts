import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { downloadVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-service.ts';

export const handler = streamEndpoint(downloadVersion, versions.downloadVersion);
