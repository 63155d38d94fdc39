import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { finishLogIn } from '../../../shared/modules/identity/factors/contract.ts';
import * as challenges from '../../../shared/modules/identity/factors/log-in-challenge.ts';

export const handler = endpoint(finishLogIn, challenges.finishLogIn);
