import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import * as policy from '../../../shared/modules/identity/factors/policy.ts';
import { getSignInPolicy } from '../../../shared/modules/identity/factors/policy-contract.ts';

export const handler = endpoint(getSignInPolicy, policy.getSignInPolicy);
