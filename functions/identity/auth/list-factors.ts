import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listFactors } from '../../../shared/modules/identity/factors/contract.ts';
import * as factors from '../../../shared/modules/identity/factors/factor-service.ts';

export const handler = endpoint(listFactors, factors.listFactors);
