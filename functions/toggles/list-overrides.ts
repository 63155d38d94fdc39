import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listOverrides } from '../../shared/modules/toggles/override-contract.ts';
import * as overrides from '../../shared/modules/toggles/override-service.ts';

export const handler = endpoint(listOverrides, overrides.listOverrides);
