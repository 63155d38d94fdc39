import { refuseReplay } from '../../../shared/kernel/http/create-once.ts';
import { creation } from '../../../shared/kernel/http/creation.ts';
import { createApiKey } from '../../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../../shared/modules/identity/api-keys/key-service.ts';

export const handler = creation(createApiKey, keys.createApiKey, refuseReplay);
