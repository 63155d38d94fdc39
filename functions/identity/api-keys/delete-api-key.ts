import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { deleteApiKey } from '../../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../../shared/modules/identity/api-keys/key-service.ts';

export const handler = endpoint(deleteApiKey, keys.deleteApiKey);
