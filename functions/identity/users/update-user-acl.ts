import { featureTitles } from '../../../shared/catalog/declared-features.ts';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { updateUserAcl } from '../../../shared/modules/identity/users/contract.ts';
import * as acls from '../../../shared/modules/identity/users/user-acl-service.ts';

export const handler = endpoint(updateUserAcl, acls.updateUserAcl(featureTitles));
