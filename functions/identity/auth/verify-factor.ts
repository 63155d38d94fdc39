import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { verifyFactor } from '../../../shared/modules/identity/factors/contract.ts';
import * as factors from '../../../shared/modules/identity/factors/factor-service.ts';

export const handler = endpoint(verifyFactor, factors.verifyFactor);
