import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { getUserAcl } from '../../../shared/modules/identity/users/contract.ts';
import * as acls from '../../../shared/modules/identity/users/user-acl-service.ts';

export const handler = endpoint(getUserAcl, acls.getUserAcl);
