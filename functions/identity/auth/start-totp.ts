import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { startTotp } from '../../../shared/modules/identity/factors/contract.ts';
import * as setUp from '../../../shared/modules/identity/factors/set-up.ts';

export const handler = endpoint(startTotp, setUp.startTotp);
