import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { setTargeting } from '../../shared/modules/toggles/targeting-contract.ts';
import * as targeting from '../../shared/modules/toggles/targeting-service.ts';

export const handler = endpoint(setTargeting, targeting.setTargeting);
