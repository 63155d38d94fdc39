import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { deleteUser } from '../../../shared/modules/identity/users/contract.ts';
import * as users from '../../../shared/modules/identity/users/user-service.ts';

export const handler = endpoint(deleteUser, users.deleteUser);
