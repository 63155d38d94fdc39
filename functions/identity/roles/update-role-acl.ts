import { featureTitles } from '../../../shared/catalog/declared-features.ts';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { updateRoleAcl } from '../../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../../shared/modules/identity/roles/role-service.ts';

export const handler = endpoint(updateRoleAcl, roles.updateRoleAcl(featureTitles));
