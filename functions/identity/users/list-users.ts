import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listUsers } from '../../../shared/modules/identity/users/contract.ts';
import * as users from '../../../shared/modules/identity/users/user-service.ts';

export const handler = endpoint(listUsers, users.listUsers);
