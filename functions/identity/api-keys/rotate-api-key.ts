import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { rotateApiKey } from '../../../shared/modules/identity/api-keys/contract.ts';
import * as keys from '../../../shared/modules/identity/api-keys/key-service.ts';

export const handler = endpoint(rotateApiKey, keys.rotateApiKey);
