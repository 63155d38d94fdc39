import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { updateUser } from '../../../shared/modules/identity/users/contract.ts';
import * as users from '../../../shared/modules/identity/users/user-service.ts';

export const handler = endpoint(updateUser, users.updateUser);
