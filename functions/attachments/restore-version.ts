import { creation } from '../../shared/kernel/http/creation.ts';
import { restoreVersion } from '../../shared/modules/attachments/versions/version-contract.ts';
import * as versions from '../../shared/modules/attachments/versions/version-service.ts';

export const handler = creation(restoreVersion, versions.restoreVersion, versions.restoredVersion);
