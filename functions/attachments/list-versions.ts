import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listVersions } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-service.ts';

export const handler = endpoint(listVersions, versions.listVersions);
