import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { removeUserFactors } from '../../../shared/modules/identity/factors/policy-contract.ts';
import * as factors from '../../../shared/modules/identity/factors/remove-factors.ts';

export const handler = endpoint(removeUserFactors, factors.removeUserFactors);
