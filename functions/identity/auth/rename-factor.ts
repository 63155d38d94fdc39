import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { renameFactor } from '../../../shared/modules/identity/factors/contract.ts';
import * as factors from '../../../shared/modules/identity/factors/factor-service.ts';

export const handler = endpoint(renameFactor, factors.renameFactor);
