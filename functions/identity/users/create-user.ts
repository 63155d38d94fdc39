import { creation, replayId } from '../../../shared/kernel/http/creation.ts';
import { createUser } from '../../../shared/modules/identity/users/contract.ts';
import * as users from '../../../shared/modules/identity/users/user-service.ts';

export const handler = creation(createUser, users.createUser, replayId);
