import { creation, replayId } from '../../../shared/kernel/http/creation.ts';
import { createRole } from '../../../shared/modules/identity/roles/contract.ts';
import * as roles from '../../../shared/modules/identity/roles/role-service.ts';

export const handler = creation(createRole, roles.createRole, replayId);
